-- Calls are debited when they begin and refunded when they fail. Credits that the sessions of older nodes had reserved were not spent.
DROP FUNCTION IF EXISTS plat.charge(bigint, bigint, interval, jsonb, jsonb), plat.give_up(bigint, bigint, jsonb),
  plat.recover(), plat.share_rates(text, double precision, double precision, jsonb);
DROP TABLE IF EXISTS plat.session, plat.hold, plat.rate, plat.in_flight, plat.key_history;
DROP SEQUENCE IF EXISTS plat.node;

-- The changes to keys. Names are random: a standby that takes over may have other changes under the same numbers.
CREATE TABLE plat.key_change (
  number bigint PRIMARY KEY,
  name text NOT NULL
);
INSERT INTO plat.key_change SELECT max(change), left(gen_random_uuid()::text, 8) FROM plat.key HAVING max(change) > 0;
ALTER TABLE plat.key DROP CONSTRAINT key_change_key;
CREATE INDEX key_by_change ON plat.key (change);

-- For each idempotency key: its calls in flight, whether one was answered, and its debit.
ALTER TABLE plat.paid
  ADD open int NOT NULL DEFAULT 0,
  ADD answered int NOT NULL DEFAULT 1,
  ADD key_id text,
  ADD plan_number int,
  ADD day date,
  ADD operation text,
  ADD credits bigint;

-- The last transaction of each node and its results, so that a transaction that is sent twice counts once.
CREATE TABLE plat.ledger (
  id text PRIMARY KEY,
  batch bigint NOT NULL,
  results jsonb NOT NULL,
  written timestamptz NOT NULL
) WITH (fillfactor = 50);

-- When the bucket of a key's requests on all nodes is full again; see bucket.ts. A key without a row has a full bucket.
CREATE UNLOGGED TABLE plat.rate (
  key_id text PRIMARY KEY,
  full_at_ms double precision NOT NULL
) WITH (fillfactor = 50);

-- The clock of rates, in milliseconds. A transaction may run long after its node has sent it.
CREATE FUNCTION plat.now_ms() RETURNS double precision LANGUAGE sql AS
  'SELECT extract(epoch FROM clock_timestamp())::double precision * 1000';

-- Adds to the usage of a key and to its spent credits; negative numbers subtract.
CREATE FUNCTION plat.use(of_key text, plan int, on_day date, of_operation text, more_calls bigint, more_credits bigint)
RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF more_credits <> 0 THEN
    INSERT INTO plat.spent AS s (key_id, plan_number, day, credits) VALUES (of_key, plan, on_day, more_credits)
      ON CONFLICT (key_id, plan_number, day) DO UPDATE SET credits = s.credits + excluded.credits;
  END IF;
  INSERT INTO plat.usage AS u (key_id, plan_number, day, operation, calls, credits)
    VALUES (of_key, plan, on_day, of_operation, more_calls, more_credits)
    ON CONFLICT (key_id, plan_number, day, operation)
    DO UPDATE SET calls = u.calls + excluded.calls, credits = u.credits + excluded.credits;
  IF more_calls < 0 THEN
    DELETE FROM plat.usage WHERE key_id = of_key AND plan_number = plan AND day = on_day AND operation = of_operation
      AND calls = 0 AND credits = 0;
  END IF;
END
$$;

-- Makes all debits and refunds of one turn of a node's event loop. Takes lines of ledger-store.ts, returns their results.
CREATE FUNCTION plat.write_ledger(ledger text, number bigint, lines jsonb) RETURNS jsonb
LANGUAGE plpgsql AS $$
DECLARE
  line record;
  last record;
  known record;
  now_ms double precision;
  full_ms double precision;
  is_free boolean;
  spare bigint;
  used bigint;
  cost bigint;
  results jsonb[] := '{}';
BEGIN
  SELECT batch, l.results INTO last FROM plat.ledger AS l WHERE id = ledger FOR UPDATE;
  IF last.batch = number THEN
    RETURN last.results;
  END IF;

  -- Requests without a price and times of use need not be on the disk when the results are returned.
  IF NOT jsonb_path_exists(lines, '$[*] ? (@.kind != "enter" && @.kind != "use")') THEN
    PERFORM set_config('synchronous_commit', 'off', true);
  END IF;

  -- Locks each key for one node at a time, always in the same order, so that no two nodes wait for each other.
  FOR line IN
    SELECT DISTINCT hashtextextended(coalesce(each ->> 'keyId', each ->> 'name'), 0) AS lock
    FROM jsonb_array_elements(lines) AS each
    UNION SELECT hashtextextended(p.key_id, 0) FROM plat.paid AS p
      WHERE p.name IN (SELECT each ->> 'name' FROM jsonb_array_elements(lines) AS each WHERE each ? 'name')
        AND p.key_id IS NOT NULL
    ORDER BY 1
  LOOP
    PERFORM pg_advisory_xact_lock(line.lock);
  END LOOP;

  FOR line IN
    SELECT * FROM jsonb_to_recordset(lines) AS each(kind text, "keyId" text, "planNumber" int, first date, "end" date,
      "limit" bigint, day date, operation text, credits bigint, calls bigint, name text, cost bigint,
      "atMs" bigint, id jsonb, rate jsonb)
  LOOP
    full_ms := NULL;
    IF line.rate IS NOT NULL THEN
      now_ms := plat.now_ms();
      SELECT greatest(least(r.full_at_ms, now_ms + (line.rate ->> 'emptyMs')::double precision), now_ms) INTO full_ms
        FROM plat.rate AS r WHERE r.key_id = line."keyId";
      full_ms := coalesce(full_ms, now_ms) + (line.rate ->> 'intervalMs')::double precision;
      IF full_ms > now_ms + (line.rate ->> 'emptyMs')::double precision + 0.001 THEN
        results := results || jsonb_build_object('used', 0,
          'waitMs', full_ms - now_ms - (line.rate ->> 'emptyMs')::double precision);
        CONTINUE;
      END IF;
      INSERT INTO plat.rate (key_id, full_at_ms) VALUES (line."keyId", full_ms)
        ON CONFLICT (key_id) DO UPDATE SET full_at_ms = excluded.full_at_ms;
    END IF;

    IF line.kind = 'debit' THEN
      is_free := line.id IS NOT NULL AND EXISTS (SELECT FROM plat.paid AS p
        WHERE p.name = line.id ->> 'name' AND p.until_ms > (line.id ->> 'nowMs')::bigint);
      SELECT coalesce(sum(s.credits), 0) INTO used FROM plat.spent AS s
        WHERE s.key_id = line."keyId" AND s.plan_number = line."planNumber" AND s.day >= line.first AND s.day < line."end";
      cost := CASE WHEN is_free THEN 0 ELSE line.credits END;
      IF cost > greatest(0, line."limit" - used) THEN
        results := results || jsonb_build_object('used', used, 'fullInMs', full_ms - now_ms);
        CONTINUE;
      END IF;
      PERFORM plat.use(line."keyId", line."planNumber", line.day, line.operation, 1, cost);
      IF is_free THEN
        UPDATE plat.paid AS p SET open = p.open + 1 WHERE p.name = line.id ->> 'name';
      ELSIF line.id IS NOT NULL THEN
        INSERT INTO plat.paid (name, until_ms, open, answered, key_id, plan_number, day, operation, credits)
          VALUES (line.id ->> 'name', (line.id ->> 'untilMs')::bigint, 1, 0, line."keyId", line."planNumber", line.day,
            line.operation, cost)
          ON CONFLICT (name) DO UPDATE SET until_ms = excluded.until_ms, open = 1, answered = 0,
            key_id = excluded.key_id, plan_number = excluded.plan_number, day = excluded.day,
            operation = excluded.operation, credits = excluded.credits;
      END IF;
      results := results || jsonb_build_object('used', used, 'credits', cost, 'fullInMs', full_ms - now_ms);
    ELSIF line.kind = 'end' THEN
      SELECT * INTO known FROM plat.paid AS p WHERE p.name = line.name;
      IF FOUND THEN
        spare := CASE
          WHEN line.cost IS NOT NULL AND known.answered = 0 THEN known.credits - line.cost
          WHEN line.cost IS NULL AND known.answered = 0 AND known.open = 1 THEN known.credits
          ELSE 0 END;
        IF spare > 0 THEN
          PERFORM plat.use(known.key_id, known.plan_number, known.day, known.operation, 0, -spare);
        END IF;
        IF line.cost IS NULL AND known.answered = 0 AND known.open = 1 THEN
          DELETE FROM plat.paid AS p WHERE p.name = line.name;
        ELSE
          UPDATE plat.paid AS p SET open = p.open - 1, credits = p.credits - greatest(0, spare),
            answered = CASE WHEN line.cost IS NULL THEN p.answered ELSE 1 END WHERE p.name = line.name;
        END IF;
      END IF;
      results := results || '{"used": 0}'::jsonb;
    ELSE
      IF line.kind = 'use' THEN
        INSERT INTO plat.key_use AS u (key_id, last_used_ms) VALUES (line."keyId", line."atMs")
          ON CONFLICT (key_id) DO UPDATE SET last_used_ms = greatest(u.last_used_ms, excluded.last_used_ms);
      ELSIF line.kind = 'refund' THEN
        PERFORM plat.use(line."keyId", line."planNumber", line.day, line.operation, -line.calls, -line.credits);
      END IF;
      results := results || jsonb_build_object('used', 0, 'fullInMs', full_ms - now_ms);
    END IF;
  END LOOP;

  INSERT INTO plat.ledger (id, batch, results, written) VALUES (ledger, number, to_jsonb(results), clock_timestamp())
    ON CONFLICT (id) DO UPDATE SET batch = excluded.batch, results = excluded.results, written = excluded.written;
  RETURN to_jsonb(results);
END
$$;
