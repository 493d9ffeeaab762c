-- Keys, plans and credits of all nodes. Times are milliseconds since 1970, as everywhere in Plat.

-- plan_number counts the plans that a key has had; each begins with unspent credits. change numbers the changes made to
-- keys, in the order of their commits, so that a node reads only new changes.
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

-- Apart from the key, because the time of the last use changes with every call.
CREATE TABLE plat.key_use (
  key_id text PRIMARY KEY,
  last_used_ms bigint NOT NULL
) WITH (fillfactor = 50);

-- Only the SHA-256 of a secret is stored.
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

-- Versions of plans.yaml; the last row is in force.
CREATE TABLE plat.plans (
  number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  yaml text NOT NULL,
  saved timestamptz NOT NULL DEFAULT now()
);

-- Answered calls and calls in flight.
CREATE TABLE plat.usage (
  key_id text NOT NULL,
  plan_number int NOT NULL,
  day date NOT NULL,
  operation text NOT NULL,
  calls bigint NOT NULL,
  credits bigint NOT NULL,
  PRIMARY KEY (key_id, plan_number, day, operation)
) WITH (fillfactor = 70);

-- The sum of usage by day, so that a debit adds up few rows.
CREATE TABLE plat.spent (
  key_id text NOT NULL,
  plan_number int NOT NULL,
  day date NOT NULL,
  credits bigint NOT NULL,
  PRIMARY KEY (key_id, plan_number, day)
) WITH (fillfactor = 70);

-- Idempotency keys that were paid for, as hashes, and until when their calls are free.
CREATE TABLE plat.paid (
  name text PRIMARY KEY,
  until_ms bigint NOT NULL
);
CREATE INDEX paid_until ON plat.paid (until_ms);
