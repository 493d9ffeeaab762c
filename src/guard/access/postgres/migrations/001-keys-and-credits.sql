-- Keys, plans and credits, as all nodes share them. Moments are milliseconds since 1970, as everywhere in Plat.

-- plan_number counts the plans that a key has had: each begins with unspent credits. change numbers the changes made to
-- keys, in the order in which they were committed, so that a node reads only those that are new to it.
CREATE TABLE plat.key (
  id text PRIMARY KEY,
  label text NOT NULL,
  plan text NOT NULL,
  plan_number int NOT NULL,
  plan_since_ms bigint NOT NULL,
  created_ms bigint NOT NULL,
  expires_ms bigint,
  revoked_ms bigint,
  change bigint NOT NULL UNIQUE
);

-- Beside the key, since it changes with every call.
CREATE TABLE plat.key_use (
  key_id text PRIMARY KEY,
  last_used_ms bigint NOT NULL
) WITH (fillfactor = 50);

-- Of a secret only the SHA-256 is kept.
CREATE TABLE plat.secret (
  sha256 text PRIMARY KEY,
  key_id text NOT NULL REFERENCES plat.key (id),
  created_ms bigint NOT NULL,
  expires_ms bigint
);
CREATE INDEX secret_of_key ON plat.secret (key_id);

CREATE TABLE plat.added (
  number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  key_id text NOT NULL REFERENCES plat.key (id),
  plan_number int NOT NULL,
  at_ms bigint NOT NULL,
  credits bigint NOT NULL,
  by_user text NOT NULL
);
CREATE INDEX added_of_key ON plat.added (key_id, plan_number);

-- The text of plans.yaml; the last row is in force.
CREATE TABLE plat.plans (
  number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  yaml text NOT NULL,
  saved timestamptz NOT NULL DEFAULT now()
);

-- Calls that were answered, and those in flight.
CREATE TABLE plat.usage (
  key_id text NOT NULL,
  plan_number int NOT NULL,
  day date NOT NULL,
  operation text NOT NULL,
  calls bigint NOT NULL,
  credits bigint NOT NULL,
  PRIMARY KEY (key_id, plan_number, day, operation)
) WITH (fillfactor = 70);

-- The sum of usage by day: what a debit has to add up.
CREATE TABLE plat.spent (
  key_id text NOT NULL,
  plan_number int NOT NULL,
  day date NOT NULL,
  credits bigint NOT NULL,
  PRIMARY KEY (key_id, plan_number, day)
) WITH (fillfactor = 70);

-- Questions that were paid for, by a hash, and until when they are free.
CREATE TABLE plat.paid (
  name text PRIMARY KEY,
  until_ms bigint NOT NULL
);
CREATE INDEX paid_until ON plat.paid (until_ms);
