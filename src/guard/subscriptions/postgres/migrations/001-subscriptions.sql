-- Saved searches and webhooks of keys, which may be in another database. `change` numbers the changes made to searches,
-- so that followers read only new changes. A change locks the row of `subscription_state`, so that numbers are in the
-- order of commits. `ended_search` has the last searches that were removed. A notification (`poke`) is leased while it
-- has a `lease` that has not run out. `takes` exists only to be locked.
CREATE TABLE plat.subscription_state (
  single boolean PRIMARY KEY DEFAULT true CHECK (single),
  change bigint NOT NULL,
  takes bigint NOT NULL DEFAULT 0,
  told_up_to bigint
);
INSERT INTO plat.subscription_state (change) VALUES (0);

CREATE TABLE plat.saved_search (
  search_id text COLLATE "C" PRIMARY KEY,
  key_id text NOT NULL,
  label text,
  path text NOT NULL,
  parameters text NOT NULL,
  made_ms bigint NOT NULL,
  seen_up_to bigint NOT NULL,
  change bigint NOT NULL,
  feed text COLLATE "C" UNIQUE
);
CREATE INDEX saved_search_of_key ON plat.saved_search (key_id);
CREATE INDEX saved_search_change ON plat.saved_search (change, search_id);

CREATE TABLE plat.ended_search (
  change bigint NOT NULL,
  search_id text COLLATE "C" NOT NULL,
  PRIMARY KEY (change, search_id)
);

CREATE TABLE plat.webhook (
  webhook_id text COLLATE "C" PRIMARY KEY,
  key_id text NOT NULL,
  search_id text,
  url text NOT NULL,
  secret text NOT NULL,
  secret_before text,
  made_ms bigint NOT NULL,
  ended text,
  host text NOT NULL,
  failures bigint NOT NULL DEFAULT 0,
  failing_since_ms bigint,
  last_failure text,
  rest_until_ms bigint NOT NULL DEFAULT 0
);
CREATE INDEX webhook_of_key ON plat.webhook (key_id);

CREATE TABLE plat.poke (
  poke_id text COLLATE "C" PRIMARY KEY,
  webhook_id text NOT NULL,
  search_id text NOT NULL,
  sequence bigint NOT NULL,
  made_ms bigint NOT NULL,
  attempts bigint NOT NULL DEFAULT 0,
  next_attempt_ms bigint NOT NULL,
  lease text,
  leased_until_ms bigint NOT NULL DEFAULT 0
);
CREATE INDEX poke_due ON plat.poke (next_attempt_ms);
CREATE INDEX poke_of_webhook ON plat.poke (webhook_id, search_id);
CREATE INDEX poke_of_search ON plat.poke (search_id);
CREATE INDEX poke_lease ON plat.poke (lease) WHERE lease IS NOT NULL;
