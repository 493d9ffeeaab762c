-- All debits of one turn of a node's event loop.
--
-- settled: calls that are over, [{key, plan, day, operation, calls, held, credits, paid?, untilMs?, nowMs?}]: held
--   credits come back, and `credits` of them are spent. A call with `paid` costs nothing where that question is paid for.
-- asked: [{key, plan, first, end, day, limit, credits: [...]}]: of the limit of a period from `first` up to `end`,
--   exclusive, each of the credits is set aside in its order, where they are left.
--
-- Answers {settled: [credits spent, or null where the session does not hold them], left: [before each of `asked`]}; null
-- for a session that has ended, and then nothing was changed. A batch that was taken already is answered as it was.
CREATE FUNCTION plat.charge(of_session bigint, number bigint, life interval, settled jsonb, asked jsonb) RETURNS jsonb
LANGUAGE plpgsql AS $$
DECLARE
  last record;
  line record;
  one bigint;
  cost bigint;
  available bigint;
  granted bigint;
  costs jsonb[] := '{}';
  lefts jsonb[] := '{}';
  result jsonb;
BEGIN
  SELECT batch, answer INTO last FROM plat.session
    WHERE id = of_session AND NOT ended AND until > clock_timestamp() FOR UPDATE;
  IF NOT FOUND OR last.batch NOT IN (number, number - 1) THEN
    RETURN NULL;
  END IF;
  IF last.batch = number THEN
    RETURN last.answer;
  END IF;

  -- What nobody was promised need not be on the disk when the answer comes.
  IF jsonb_array_length(settled) = 0 THEN
    PERFORM set_config('synchronous_commit', 'off', true);
  END IF;

  -- One node at a time per key and plan, always in the same order, so that no two wait for each other.
  FOR line IN
    SELECT DISTINCT hashtextextended(each ->> 'key' || ' ' || (each ->> 'plan'), 0) AS lock
    FROM jsonb_array_elements(settled || asked) AS each ORDER BY 1
  LOOP
    PERFORM pg_advisory_xact_lock(line.lock);
  END LOOP;

  FOR line IN
    SELECT * FROM jsonb_to_recordset(settled) AS each(key text, plan int, day date, operation text, calls bigint,
      held bigint, credits bigint, paid text, "untilMs" bigint, "nowMs" bigint)
  LOOP
    IF line.held > 0 THEN
      UPDATE plat.hold AS h SET credits = h.credits - line.held
        WHERE h.key_id = line.key AND h.plan_number = line.plan AND h.session = of_session AND h.day = line.day
          AND h.credits >= line.held;
      IF NOT FOUND THEN
        costs := costs || 'null'::jsonb;
        CONTINUE;
      END IF;
    END IF;
    cost := line.credits;
    IF line.paid IS NOT NULL THEN
      INSERT INTO plat.paid AS p (name, until_ms) VALUES (line.paid, line."untilMs")
        ON CONFLICT (name) DO UPDATE SET until_ms = excluded.until_ms WHERE p.until_ms <= line."nowMs";
      IF NOT FOUND THEN
        cost := 0;
      END IF;
    END IF;
    IF line.calls > 0 THEN
      INSERT INTO plat.usage AS u (key_id, plan_number, day, operation, calls, credits)
        VALUES (line.key, line.plan, line.day, line.operation, line.calls, cost)
        ON CONFLICT (key_id, plan_number, day, operation)
        DO UPDATE SET calls = u.calls + excluded.calls, credits = u.credits + excluded.credits;
    END IF;
    IF cost > 0 THEN
      INSERT INTO plat.spent AS s (key_id, plan_number, day, credits) VALUES (line.key, line.plan, line.day, cost)
        ON CONFLICT (key_id, plan_number, day) DO UPDATE SET credits = s.credits + excluded.credits;
    END IF;
    costs := costs || to_jsonb(cost);
  END LOOP;

  FOR line IN
    SELECT * FROM jsonb_to_recordset(asked) AS each(key text, plan int, first date, "end" date, day date,
      "limit" bigint, credits jsonb)
  LOOP
    SELECT line."limit"
      - (SELECT coalesce(sum(s.credits), 0) FROM plat.spent AS s
         WHERE s.key_id = line.key AND s.plan_number = line.plan AND s.day >= line.first AND s.day < line."end")
      - (SELECT coalesce(sum(h.credits), 0) FROM plat.hold AS h
         WHERE h.key_id = line.key AND h.plan_number = line.plan AND h.day >= line.first AND h.day < line."end")
      INTO available;
    lefts := lefts || to_jsonb(available);
    granted := 0;
    FOR one IN SELECT value::bigint FROM jsonb_array_elements_text(line.credits) LOOP
      IF granted + one <= available THEN
        granted := granted + one;
      END IF;
    END LOOP;
    IF granted > 0 THEN
      INSERT INTO plat.hold AS h (key_id, plan_number, session, day, credits)
        VALUES (line.key, line.plan, of_session, line.day, granted)
        ON CONFLICT (key_id, plan_number, session, day) DO UPDATE SET credits = h.credits + excluded.credits;
    END IF;
  END LOOP;

  result := jsonb_build_object('settled', to_jsonb(costs), 'left', to_jsonb(lefts));
  UPDATE plat.session SET batch = number, answer = result, until = clock_timestamp() + life WHERE id = of_session;
  RETURN result;
END
$$;

-- Ends a session whose node gave up a batch, and takes back what that batch charged, if it was taken: its calls were not
-- answered. settled: as it was sent. Holds go with the session.
CREATE FUNCTION plat.give_up(of_session bigint, number bigint, settled jsonb) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  last record;
  line record;
BEGIN
  SELECT batch, answer INTO last FROM plat.session WHERE id = of_session FOR UPDATE;
  IF NOT FOUND THEN
    RETURN;
  END IF;
  IF last.batch = number THEN
    FOR line IN
      SELECT each.value ->> 'key' AS key, (each.value ->> 'plan')::int AS plan, (each.value ->> 'day')::date AS day,
        each.value ->> 'operation' AS operation, (each.value ->> 'calls')::bigint AS calls,
        each.value ->> 'paid' AS paid, (last.answer -> 'settled' ->> (each.place - 1)::int)::bigint AS cost
      FROM jsonb_array_elements(settled) WITH ORDINALITY AS each(value, place)
      WHERE jsonb_typeof(last.answer -> 'settled' -> (each.place - 1)::int) = 'number'
      ORDER BY key, plan
    LOOP
      UPDATE plat.usage AS u SET calls = u.calls - line.calls, credits = u.credits - line.cost
        WHERE u.key_id = line.key AND u.plan_number = line.plan AND u.day = line.day AND u.operation = line.operation;
      UPDATE plat.spent AS s SET credits = s.credits - line.cost
        WHERE s.key_id = line.key AND s.plan_number = line.plan AND s.day = line.day;
      IF line.paid IS NOT NULL AND line.cost > 0 THEN
        DELETE FROM plat.paid WHERE name = line.paid;
      END IF;
    END LOOP;
  END IF;
  UPDATE plat.session SET ended = true, batch = number + 1, answer = NULL WHERE id = of_session;
  DELETE FROM plat.hold WHERE session = of_session;
END
$$;

-- Ends the sessions of nodes that are gone, and gives back what they held. Those that another node is just ending, or
-- that are just being used, are passed over.
CREATE FUNCTION plat.recover() RETURNS bigint
LANGUAGE sql AS $$
  WITH gone AS (
    UPDATE plat.session SET ended = true WHERE id IN (
      SELECT id FROM plat.session WHERE NOT ended AND until <= clock_timestamp() ORDER BY id FOR UPDATE SKIP LOCKED)
    RETURNING id
  ), freed AS (
    DELETE FROM plat.hold WHERE session IN (SELECT id FROM gone) RETURNING 1
  ), forgotten AS (
    DELETE FROM plat.session WHERE ended AND until < clock_timestamp() - interval '1 day' RETURNING 1
  )
  SELECT (SELECT count(*) FROM gone)
$$;
