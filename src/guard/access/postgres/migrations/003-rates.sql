-- When the buckets of a key's requests and misses are full again, by the calls of all nodes; see bucket.ts. A key that
-- is not in it has everything back.
CREATE UNLOGGED TABLE plat.rate (
  key_id text PRIMARY KEY,
  full_at_ms double precision NOT NULL,
  misses_full_at_ms double precision NOT NULL
) WITH (fillfactor = 50);

-- Calls in flight that each node has told of, by key: {key: calls}. They count until it has told nothing for a while.
CREATE UNLOGGED TABLE plat.in_flight (
  node bigint PRIMARY KEY,
  calls jsonb NOT NULL,
  until timestamptz NOT NULL
) WITH (fillfactor = 50);
CREATE SEQUENCE plat.node;
