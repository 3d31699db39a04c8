//! The thread that writes to the database, in order, with several changes in one transaction when they queue up.
//!
//! Nothing is acknowledged before it is on disk, and a sync takes as long for fifty changes as for one. Each change has a
//! savepoint of its own, so that one that fails takes no other with it.

use super::files::DataFiles;
use crate::error::{ApiError, ApiResult};
use rusqlite::{Connection, TransactionBehavior};
use std::{
    sync::{
        Mutex, MutexGuard, PoisonError,
        mpsc::{Receiver, Sender, SyncSender, channel, sync_channel},
    },
    thread::{self, JoinHandle},
};

/// Most changes in one transaction.
const MOST: usize = 256;

/// Reports the result of a change once the transaction has ended.
type Delivery = Box<dyn FnOnce(ApiResult<()>) + Send>;
/// A change: returns whether it succeeded, and how to report its result. Without a connection it is not tried.
type Job = Box<dyn FnOnce(Option<&Connection>) -> (bool, Delivery) + Send>;

/// The writing thread. Closing or dropping it finishes the queue.
pub struct Writer {
    /// `None` once it is closed.
    thread: Mutex<Option<(Sender<Job>, JoinHandle<()>)>>,
}

impl Writer {
    /// Starts the thread. Nothing is acknowledged unless these files are where they were.
    pub fn start(connection: Connection, files: DataFiles) -> std::io::Result<Writer> {
        let (jobs, queue) = channel();
        let work = move || serve(connection, &files, &queue);
        let thread = thread::Builder::new().name("writer".into()).spawn(work)?;
        Ok(Writer { thread: Mutex::new(Some((jobs, thread))) })
    }

    fn lock(&self) -> MutexGuard<'_, Option<(Sender<Job>, JoinHandle<()>)>> {
        self.thread.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Finishes the queue and refuses later changes: a thread that outlives its server must not write into the database of
    /// the next.
    pub fn close(&self) {
        let open = self.lock().take();
        if let Some((jobs, thread)) = open {
            drop(jobs);
            let _ = thread.join();
        }
    }

    /// Makes a change and returns when it is on disk. A change that fails leaves nothing behind.
    pub fn write<T: Send + 'static>(
        &self,
        change: impl FnOnce(&Connection) -> ApiResult<T> + Send + 'static,
    ) -> ApiResult<T> {
        let (sender, receiver): (SyncSender<ApiResult<T>>, _) = sync_channel(1);
        let job: Job = Box::new(move |connection| {
            let result = connection.map_or_else(|| Err(lost()), change);
            let stays = result.is_ok();
            let deliver: Delivery = Box::new(move |committed| {
                // The caller may have gone.
                let _ = sender.send(committed.and(result));
            });
            (stays, deliver)
        });
        self.lock().as_ref().ok_or_else(lost)?.0.send(job).map_err(|_| lost())?;
        receiver.recv().map_err(|_| lost())?
    }
}

impl Drop for Writer {
    fn drop(&mut self) {
        self.close();
    }
}

fn lost() -> ApiError {
    ApiError::unavailable("nothing can be stored: the database is closed")
}

fn serve(mut connection: Connection, files: &DataFiles, queue: &Receiver<Job>) {
    while let Ok(first) = queue.recv() {
        let jobs = std::iter::once(first).chain(queue.try_iter().take(MOST - 1));
        let mut jobs = jobs.collect::<Vec<Job>>().into_iter();
        let mut deliveries = Vec::with_capacity(jobs.len());
        let committed = files
            .check()
            .and_then(|()| together(&mut connection, &mut jobs, &mut deliveries))
            // A file that was deleted meanwhile has taken the changes with it.
            .and_then(|()| files.check());
        // Changes that were not tried fail for the same reason as the one before them.
        deliveries.extend(jobs.map(|job| job(None).1));
        for deliver in deliveries {
            deliver(committed.clone());
        }
    }
}

/// All jobs in one transaction.
fn together(
    connection: &mut Connection,
    jobs: &mut impl Iterator<Item = Job>,
    deliveries: &mut Vec<Delivery>,
) -> ApiResult<()> {
    let mut transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    for job in jobs {
        let savepoint = transaction.savepoint()?;
        let (stays, deliver) = job(Some(&savepoint));
        deliveries.push(deliver);
        if stays {
            savepoint.commit()?;
        }
    }
    Ok(transaction.commit()?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::{sync::Arc, thread};

    fn writer() -> Writer {
        let connection = Connection::open_in_memory().unwrap();
        connection.execute("CREATE TABLE t (n INTEGER PRIMARY KEY)", []).unwrap();
        let files = DataFiles::remember(std::path::Path::new(""), &[]).unwrap();
        Writer::start(connection, files).unwrap()
    }

    fn count(writer: &Writer) -> i64 {
        writer.write(|c| Ok(c.query_row("SELECT count(*) FROM t", [], |row| row.get(0))?)).unwrap()
    }

    #[test]
    fn a_change_that_fails_takes_no_other_with_it() {
        let writer = Arc::new(writer());
        let threads: Vec<_> = (0..40_i64)
            .map(|n| {
                let writer = Arc::clone(&writer);
                thread::spawn(move || {
                    writer.write(move |c| {
                        c.execute("INSERT INTO t VALUES (?1)", [n])?;
                        if n % 4 == 0 { Err(ApiError::bad("no")) } else { Ok(n) }
                    })
                })
            })
            .collect();
        for (n, thread) in threads.into_iter().enumerate() {
            assert_eq!(thread.join().unwrap().is_ok(), n % 4 != 0, "{n}");
        }
        assert_eq!(count(&writer), 30, "what failed left nothing behind");
    }

    #[test]
    fn nothing_is_written_once_it_is_closed() {
        let writer = writer();
        writer.write(|c| Ok(c.execute("INSERT INTO t VALUES (1)", [])?)).unwrap();
        writer.close();
        assert!(writer.write(|c| Ok(c.execute("INSERT INTO t VALUES (2)", [])?)).is_err());
        writer.close();
    }

    #[test]
    fn a_wrong_statement_is_an_answer_and_the_writer_goes_on() {
        let writer = writer();
        assert!(writer.write(|c| Ok(c.execute("INSERT INTO nothing VALUES (1)", [])?)).is_err());
        assert!(writer.write(|c| Ok(c.execute("INSERT INTO t VALUES (1)", [])?)).is_ok());
        assert_eq!(count(&writer), 1);
    }
}
