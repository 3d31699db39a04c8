//! A mail server for tests: takes every mail, or refuses a number of them first.

use std::{
    io::{BufRead, BufReader, Write},
    net::{TcpListener, TcpStream},
    sync::{
        Arc, Mutex,
        atomic::{AtomicU32, Ordering},
        mpsc::{Receiver, Sender, channel},
    },
    thread,
    time::Duration,
};

pub struct MailServer {
    pub port: u16,
    /// How many mails it still refuses.
    pub refusals: Arc<AtomicU32>,
    mails: Mutex<Receiver<String>>,
}

impl MailServer {
    pub fn start() -> MailServer {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = listener.local_addr().unwrap().port();
        let refusals = Arc::new(AtomicU32::new(0));
        let (sender, mails) = channel();
        let own = Arc::clone(&refusals);
        thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let _ = talk(stream, &sender, &own);
            }
        });
        MailServer { port, refusals, mails: Mutex::new(mails) }
    }

    /// The section of a configuration that sends mails here.
    pub fn section(&self) -> String {
        let port = self.port;
        format!(
            "[mail]\nserver = \"127.0.0.1\"\nport = {port}\nsecurity = \"none\"\nfrom = \"Club <club@club.example>\"\nretry_ms = 20\n"
        )
    }

    /// The next mail, as it came.
    pub fn next(&self) -> String {
        self.mails.lock().unwrap().recv_timeout(Duration::from_secs(20)).expect("a mail")
    }

    /// Has no other mail come?
    pub fn is_quiet(&self) -> bool {
        self.mails.lock().unwrap().try_recv().is_err()
    }
}

fn talk(mut stream: TcpStream, mails: &Sender<String>, refusals: &AtomicU32) -> std::io::Result<()> {
    let mut lines = BufReader::new(stream.try_clone()?);
    stream.write_all(b"220 test\r\n")?;
    let mut line = String::new();
    loop {
        line.clear();
        if lines.read_line(&mut line)? == 0 {
            return Ok(());
        }
        let word = line.split_whitespace().next().unwrap_or_default().to_uppercase();
        match word.as_str() {
            "EHLO" | "HELO" => stream.write_all(b"250 test\r\n")?,
            "MAIL" if refusals.load(Ordering::SeqCst) > 0 => {
                refusals.fetch_sub(1, Ordering::SeqCst);
                stream.write_all(b"451 not now\r\n")?;
            }
            "DATA" => {
                stream.write_all(b"354 go on\r\n")?;
                let mut mail = String::new();
                while !mail.ends_with("\r\n.\r\n") && lines.read_line(&mut mail)? > 0 {}
                let _ = mails.send(mail);
                stream.write_all(b"250 taken\r\n")?;
            }
            "QUIT" => return stream.write_all(b"221 bye\r\n"),
            _ => stream.write_all(b"250 ok\r\n")?,
        }
    }
}

/// The code that stands on a line of its own in a mail.
pub fn code_in(mail: &str) -> String {
    let is_code = |line: &&str| line.len() == 40 && line.bytes().all(|b| b.is_ascii_hexdigit());
    mail.lines().map(str::trim).find(is_code).unwrap_or_else(|| panic!("no code in {mail}")).to_string()
}
