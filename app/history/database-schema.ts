/**
 * The tables of the history and the migrations of older files. A released migration never changes; new ones are added
 * at the end. `PRAGMA user_version` counts the migrations that a file has had.
 */
import { HostError } from '../base/host-error'
import type { Database } from './database'
import { say } from '../texts/render-localized'

/** Tokenizer of the search index: ignores case and diacritics. */
export const tokenizer = 'unicode61 remove_diacritics 2'

/**
 * Messages are stored as JSON; columns exist for queries. `searchable` has the searched text (titles without a message,
 * texts of messages), and triggers keep the index up to date.
 */
const first = `
CREATE TABLE conversations (
  id TEXT PRIMARY KEY,
  title TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  model TEXT NOT NULL
) WITHOUT ROWID;

CREATE TABLE messages (
  conversation_id TEXT NOT NULL REFERENCES conversations (id) ON DELETE CASCADE,
  id TEXT NOT NULL,
  position REAL NOT NULL,
  json TEXT NOT NULL,
  PRIMARY KEY (conversation_id, id)
);
CREATE INDEX messages_by_position ON messages (conversation_id, position);

CREATE TABLE searchable (
  row INTEGER PRIMARY KEY,
  conversation_id TEXT NOT NULL REFERENCES conversations (id) ON DELETE CASCADE,
  message_id TEXT NOT NULL,
  text TEXT NOT NULL,
  UNIQUE (conversation_id, message_id)
);
CREATE VIRTUAL TABLE search_index USING fts5 (
  text, content = 'searchable', content_rowid = 'row', tokenize = '${tokenizer}', prefix = '2 3'
);
CREATE TRIGGER searchable_inserted AFTER INSERT ON searchable BEGIN
  INSERT INTO search_index (rowid, text) VALUES (new.row, new.text);
END;
CREATE TRIGGER searchable_deleted AFTER DELETE ON searchable BEGIN
  INSERT INTO search_index (search_index, rowid, text) VALUES ('delete', old.row, old.text);
END;
CREATE TRIGGER searchable_updated AFTER UPDATE OF text ON searchable WHEN old.text IS NOT new.text BEGIN
  INSERT INTO search_index (search_index, rowid, text) VALUES ('delete', old.row, old.text);
  INSERT INTO search_index (rowid, text) VALUES (new.row, new.text);
END;

CREATE TABLE grants (
  id TEXT PRIMARY KEY,
  scope TEXT NOT NULL,
  server_name TEXT NOT NULL,
  tool_name TEXT NOT NULL,
  conversation_id TEXT,
  definition_hash TEXT NOT NULL,
  created_at INTEGER NOT NULL
) WITHOUT ROWID;

CREATE TABLE trust (
  server_name TEXT PRIMARY KEY,
  fingerprint TEXT NOT NULL,
  act TEXT NOT NULL,
  created_at INTEGER NOT NULL
) WITHOUT ROWID;

CREATE TABLE facts (name TEXT PRIMARY KEY, json TEXT NOT NULL) WITHOUT ROWID;
`

/** Further data of grants is JSON (`StoredGrant`). Pins are the approved definitions of tools. */
const consent = `
ALTER TABLE grants ADD COLUMN json TEXT NOT NULL DEFAULT '{}';

CREATE TABLE pins (
  server_name TEXT NOT NULL,
  tool_name TEXT NOT NULL,
  hash TEXT NOT NULL,
  definition TEXT NOT NULL,
  pinned_at INTEGER NOT NULL,
  PRIMARY KEY (server_name, tool_name)
) WITHOUT ROWID;
`

/**
 * Rows are only added. Only the excerpt can be erased, because the hashes cover a salted digest of it. `app/ledger`
 * defines the meaning.
 */
const ledger = `
CREATE TABLE ledger (
  position INTEGER PRIMARY KEY,
  at INTEGER NOT NULL,
  recipient_type TEXT NOT NULL,
  recipient TEXT NOT NULL,
  kind TEXT NOT NULL,
  subject TEXT NOT NULL,
  bytes INTEGER NOT NULL,
  conversation_id TEXT,
  message_id TEXT,
  call_id TEXT,
  decided_by TEXT NOT NULL,
  decision TEXT,
  excerpt_digest TEXT NOT NULL,
  previous_hash TEXT NOT NULL,
  hash TEXT NOT NULL,
  excerpt TEXT,
  salt TEXT
);
CREATE INDEX ledger_by_recipient ON ledger (recipient_type, recipient, bytes);
CREATE INDEX ledger_by_conversation ON ledger (conversation_id);
CREATE TRIGGER ledger_kept BEFORE DELETE ON ledger BEGIN
  SELECT RAISE(ABORT, 'entries of the ledger are never deleted');
END;
CREATE TRIGGER ledger_unchanged BEFORE UPDATE OF
  position, at, recipient_type, recipient, kind, subject, bytes, conversation_id, message_id, call_id,
  decided_by, decision, excerpt_digest, previous_hash, hash ON ledger BEGIN
  SELECT RAISE(ABORT, 'entries of the ledger are never changed');
END;
CREATE TRIGGER ledger_blanked BEFORE UPDATE OF excerpt, salt ON ledger
WHEN new.excerpt IS NOT NULL OR new.salt IS NOT NULL BEGIN
  SELECT RAISE(ABORT, 'an excerpt of the ledger is blanked and never changed');
END;
`

/** Absolute paths as a JSON list: the folders that servers can see while a turn of the conversation runs. */
const conversationFolders = `
ALTER TABLE conversations ADD COLUMN folders TEXT NOT NULL DEFAULT '[]';
`

/**
 * The parent of a message; NULL for the first one and in older files, which only have an order. The index covers
 * everything needed to follow parents. `position` is the order of arrival: the highest is a leaf.
 */
const messageParents = `
ALTER TABLE messages ADD COLUMN parent_id TEXT;
UPDATE messages SET parent_id = followed.parent_id FROM (
  SELECT conversation_id, id, lag(id) OVER (PARTITION BY conversation_id ORDER BY position, id) AS parent_id
  FROM messages
) AS followed
WHERE messages.conversation_id = followed.conversation_id AND messages.id = followed.id;
CREATE INDEX messages_by_parent ON messages (conversation_id, id, parent_id);
`

/** Place in the list: `pinned`, `archived`, or NULL for its day. */
const conversationShelf = `
ALTER TABLE conversations ADD COLUMN shelf TEXT;
`

/** Results that are too long for their message, which is sent and saved as a whole with each change. */
const keptResults = `
CREATE TABLE kept_results (
  conversation_id TEXT NOT NULL REFERENCES conversations (id) ON DELETE CASCADE,
  call_id TEXT NOT NULL,
  message_id TEXT NOT NULL,
  text TEXT NOT NULL,
  PRIMARY KEY (conversation_id, call_id)
);
`

const conversationOrigin = `
ALTER TABLE conversations ADD COLUMN imported_from TEXT;
`

/** Parts that the user excluded from requests, as a JSON list of keys. */
const conversationLeftOut = `
ALTER TABLE conversations ADD COLUMN left_out TEXT NOT NULL DEFAULT '[]';
`

/**
 * Settings of a conversation, as JSON; its folder in the list (`drawer` in code, unlike folders on disk); and unsent
 * text of message boxes, where '' means the conversation that hasn't started.
 */
const conversationChoices = `
ALTER TABLE conversations ADD COLUMN choices TEXT NOT NULL DEFAULT '{}';
ALTER TABLE conversations ADD COLUMN drawer_id TEXT;

CREATE TABLE drafts (conversation_id TEXT PRIMARY KEY, json TEXT NOT NULL) WITHOUT ROWID;
CREATE TRIGGER draft_deleted AFTER DELETE ON conversations BEGIN
  DELETE FROM drafts WHERE conversation_id = old.id;
END;
`

/** Titles have their own index: they are few, and a match in a title is found even if very many messages match. */
const titleIndex = `
CREATE VIRTUAL TABLE title_index USING fts5 (
  text, content = '', tokenize = '${tokenizer}', prefix = '2 3'
);
INSERT INTO title_index (rowid, text) SELECT row, text FROM searchable WHERE message_id = '';
CREATE TRIGGER title_inserted AFTER INSERT ON searchable WHEN new.message_id = '' BEGIN
  INSERT INTO title_index (rowid, text) VALUES (new.row, new.text);
END;
CREATE TRIGGER title_deleted AFTER DELETE ON searchable WHEN old.message_id = '' BEGIN
  INSERT INTO title_index (title_index, rowid, text) VALUES ('delete', old.row, old.text);
END;
CREATE TRIGGER title_updated AFTER UPDATE OF text ON searchable
WHEN new.message_id = '' AND old.text IS NOT new.text BEGIN
  INSERT INTO title_index (title_index, rowid, text) VALUES ('delete', old.row, old.text);
  INSERT INTO title_index (rowid, text) VALUES (new.row, new.text);
END;
`

/** Text that was appended to a growing message, so that the rest isn't saved again. `at`: the length before. */
const messageAdditions = `
CREATE TABLE message_additions (
  conversation_id TEXT NOT NULL,
  message_id TEXT NOT NULL,
  number INTEGER NOT NULL,
  part INTEGER NOT NULL,
  at INTEGER NOT NULL,
  json TEXT NOT NULL,
  PRIMARY KEY (conversation_id, message_id, number),
  FOREIGN KEY (conversation_id, message_id) REFERENCES messages (conversation_id, id) ON DELETE CASCADE
) WITHOUT ROWID;
`

/**
 * Index of results and attached files: only words and numbers (`data-index.ts`). `data_rows` maps a number to a part of
 * a row in `searchable`, with the fingerprint at that time. Messages of older files are indexed later, piece by piece.
 */
const dataIndex = `
CREATE TABLE data_rows (
  row INTEGER PRIMARY KEY,
  searchable_row INTEGER NOT NULL,
  part INTEGER NOT NULL,
  sign INTEGER NOT NULL
);
CREATE UNIQUE INDEX data_rows_by_part ON data_rows (searchable_row, part);
CREATE VIRTUAL TABLE data_index USING fts5 (
  text, content = '', contentless_delete = 1, detail = none, tokenize = '${tokenizer}', prefix = '2 3'
);
CREATE TRIGGER data_row_deleted AFTER DELETE ON data_rows BEGIN
  DELETE FROM data_index WHERE rowid = old.row;
END;
CREATE TRIGGER searchable_data_deleted AFTER DELETE ON searchable BEGIN
  DELETE FROM data_rows WHERE searchable_row = old.row;
END;
INSERT INTO facts (name, json) SELECT 'data-unread-up-to', max(row) FROM searchable HAVING max(row) > 0;
`

/** How servers and their tools did in a span of time; `tool_name` is '' for the server itself. Older rows are removed. */
const serverHealth = `
CREATE TABLE server_health (
  server_name TEXT NOT NULL,
  span_ms INTEGER NOT NULL,
  at INTEGER NOT NULL,
  tool_name TEXT NOT NULL,
  calls INTEGER NOT NULL,
  errors INTEGER NOT NULL,
  restarts INTEGER NOT NULL,
  blocked_files INTEGER NOT NULL,
  blocked_hosts INTEGER NOT NULL,
  memory_bytes INTEGER,
  definition_tokens INTEGER,
  durations TEXT NOT NULL,
  PRIMARY KEY (server_name, span_ms, at, tool_name)
) WITHOUT ROWID;
CREATE INDEX server_health_by_time ON server_health (span_ms, at);
`

const steps: readonly string[] = [
  first,
  consent,
  ledger,
  conversationFolders,
  messageParents,
  conversationShelf,
  keptResults,
  conversationOrigin,
  conversationLeftOut,
  conversationChoices,
  titleIndex,
  messageAdditions,
  dataIndex,
  serverHealth
]

export const schemaVersion = steps.length

export function readSchemaVersion(database: Database): number {
  return Number(database.get('PRAGMA user_version')?.['user_version'] ?? 0)
}

/** Changes nothing if it throws. @throws HostError HISTORY_UNAVAILABLE for a file of a newer format */
export function refuseNewerSchema(database: Database, file: string): void {
  const version = readSchemaVersion(database)
  if (version <= schemaVersion) return
  throw new HostError(
    'HISTORY_UNAVAILABLE',
    say('history.newerFormat', { file, version, known: schemaVersion })
  )
}

/** Migrates a file in one commit, so a failure changes nothing. */
export function migrate(database: Database, wanted = schemaVersion): void {
  const present = readSchemaVersion(database)
  if (present >= wanted) return
  database.transaction(() => {
    for (const step of steps.slice(present, wanted)) database.exec(step)
    database.exec(`PRAGMA user_version = ${wanted}`)
  })
}
