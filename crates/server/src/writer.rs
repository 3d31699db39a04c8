//! The one who writes: changes of the database in their order, several in one transaction when they come close together.
//!
//! Nothing is answered before it is on disk, and reaching the disk takes as long for fifty changes as for one. So whatever has
//! queued up while the disk was busy goes into the next transaction, each change in a savepoint of its own: one that fails
//! takes no other with it. Knows no tables.

use crate::error::ApiError;
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

/// Tells whoever waits how it went, once the transaction has ended.
type Delivery = Box<dyn FnOnce(Result<(), ApiError>) + Send>;
/// A change: whether it is to stay, and whom to tell.
type Job = Box<dyn FnOnce(&Connection) -> (bool, Delivery) + Send>;

/// A thread that writes. Closing or dropping it waits for what is queued.
pub struct Writer {
    /// Both are gone once it is closed.
    thread: Mutex<Option<(Sender<Job>, JoinHandle<()>)>>,
}

impl Writer {
    /// Starts the thread.
    pub fn start(connection: Connection) -> std::io::Result<Writer> {
        let (jobs, queue) = channel();
        let thread = thread::Builder::new().name("writer".into()).spawn(move || serve(connection, &queue))?;
        Ok(Writer { thread: Mutex::new(Some((jobs, thread))) })
    }

    fn lock(&self) -> MutexGuard<'_, Option<(Sender<Job>, JoinHandle<()>)>> {
        self.thread.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Writes what is queued and nothing after that: whoever comes later is refused. A thread that outlives its server
    /// could otherwise write into the database of the next.
    pub fn close(&self) {
        let open = self.lock().take();
        if let Some((jobs, thread)) = open {
            drop(jobs);
            let _ = thread.join();
        }
    }

    /// Makes a change and returns when it is on disk. A change that answers with an error leaves nothing behind.
    pub fn write<T: Send + 'static>(
        &self,
        change: impl FnOnce(&Connection) -> Result<T, ApiError> + Send + 'static,
    ) -> Result<T, ApiError> {
        let (sender, receiver): (SyncSender<Result<T, ApiError>>, _) = sync_channel(1);
        let job: Job = Box::new(move |connection| {
            let result = change(connection);
            let stays = result.is_ok();
            let deliver: Delivery = Box::new(move |committed| {
                // Whoever has asked and gone away needs no answer.
                let _ = sender.send(committed.and(result));
            });
            (stays, deliver)
        });
        let lost = || ApiError::broken("the database of games is not written any more");
        self.lock().as_ref().ok_or_else(lost)?.0.send(job).map_err(|_| lost())?;
        receiver.recv().map_err(|_| lost())?
    }
}

impl Drop for Writer {
    fn drop(&mut self) {
        self.close();
    }
}

fn serve(mut connection: Connection, queue: &Receiver<Job>) {
    while let Ok(first) = queue.recv() {
        // A job that is never begun drops its sender, which tells whoever waits.
        let jobs: Vec<Job> = std::iter::once(first).chain(queue.try_iter().take(MOST - 1)).collect();
        let mut deliveries = Vec::with_capacity(jobs.len());
        let committed = together(&mut connection, jobs, &mut deliveries);
        for deliver in deliveries {
            deliver(committed.clone());
        }
    }
}

/// All jobs in one transaction.
fn together(
    connection: &mut Connection,
    jobs: Vec<Job>,
    deliveries: &mut Vec<Delivery>,
) -> Result<(), ApiError> {
    let mut transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    for job in jobs {
        let savepoint = transaction.savepoint()?;
        let (stays, deliver) = job(&savepoint);
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
        Writer::start(connection).unwrap()
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
