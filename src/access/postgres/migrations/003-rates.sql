-- When the buckets of a key's requests and misses are full again, by the calls of all nodes; see bucket.ts. A key that
-- is not in it has everything back.
CREATE UNLOGGED TABLE plat.rate (
  key_id text PRIMARY KEY,
  full_at_ms double precision NOT NULL,
  misses_full_at_ms double precision NOT NULL
) WITH (fillfactor = 50);
