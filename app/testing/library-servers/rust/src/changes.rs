//! What changes while the server runs, and the streams of those who listen for it.

use std::sync::atomic::{AtomicBool, Ordering};

use rmcp::service::SubscriptionContext;
use tokio::sync::broadcast;

#[derive(Clone, Copy)]
enum Change {
    Tools,
    List,
}

pub struct Changes {
    hatched: AtomicBool,
    sender: broadcast::Sender<Change>,
}

impl Default for Changes {
    fn default() -> Self {
        Self { hatched: AtomicBool::new(false), sender: broadcast::channel(16).0 }
    }
}

impl Changes {
    pub fn has_hatched(&self) -> bool {
        self.hatched.load(Ordering::Relaxed)
    }

    pub fn hatch(&self) {
        self.hatched.store(true, Ordering::Relaxed);
        let _ = self.sender.send(Change::Tools);
    }

    pub fn feed(&self) {
        let _ = self.sender.send(Change::List);
    }

    /// Until the client no longer listens.
    pub async fn tell(&self, context: SubscriptionContext) {
        let mut changes = self.sender.subscribe();
        loop {
            let change = tokio::select! {
                () = context.cancelled() => return,
                change = changes.recv() => change,
            };
            let sink = context.sink();
            let _ = match change {
                Ok(Change::Tools) => sink.notify_tool_list_changed().await,
                Ok(Change::List) => sink.notify_resource_updated("snake://list").await,
                Err(_) => return,
            };
        }
    }
}
