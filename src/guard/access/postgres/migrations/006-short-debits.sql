-- Makes debits of one key: most transactions of a node contain nothing else. Small statements without conflict clauses,
-- and few expressions, take half the time of write_ledger. Changes nothing and returns NULL if the key may lack credits,
-- has reached its calls per second or has no rate yet, or if the transaction is stored already.
CREATE FUNCTION plat.debit(ledger text, number bigint, of_key text, plan int, first_day date, end_day date, most bigint,
  on_day date, operations text[], calls_of int[], credits_of bigint[], more bigint, more_ms double precision,
  empty_ms double precision)
RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  used_before bigint;
  full_in_ms double precision;
  answer jsonb;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended(of_key, 0));
  SELECT used INTO used_before FROM (
      SELECT coalesce(sum(s.credits), 0) AS used FROM plat.spent AS s
      WHERE s.key_id = of_key AND s.plan_number = plan AND s.day >= first_day AND s.day < end_day
    ) AS past
    WHERE used + more <= most AND EXISTS (SELECT FROM plat.ledger AS l WHERE l.id = ledger AND l.batch <> number);
  IF FOUND THEN
    UPDATE plat.rate AS r SET full_at_ms = greatest(least(r.full_at_ms, now.ms + empty_ms), now.ms) + more_ms
      FROM (SELECT plat.now_ms() AS ms) AS now
      WHERE r.key_id = of_key AND least(r.full_at_ms - now.ms, empty_ms) + more_ms <= empty_ms + 0.001
        AND more_ms <= empty_ms + 0.001
      RETURNING r.full_at_ms - now.ms INTO full_in_ms;
  END IF;
  IF full_in_ms IS NULL THEN
    RETURN NULL;
  END IF;
  FOR i IN 1 .. array_length(operations, 1) LOOP
    UPDATE plat.usage AS u SET calls = u.calls + calls_of[i], credits = u.credits + credits_of[i]
      WHERE u.key_id = of_key AND u.plan_number = plan AND u.day = on_day AND u.operation = operations[i];
    IF NOT FOUND THEN
      INSERT INTO plat.usage VALUES (of_key, plan, on_day, operations[i], calls_of[i], credits_of[i]);
    END IF;
  END LOOP;
  UPDATE plat.spent AS s SET credits = s.credits + more
    WHERE s.key_id = of_key AND s.plan_number = plan AND s.day = on_day;
  IF NOT FOUND AND more > 0 THEN
    INSERT INTO plat.spent VALUES (of_key, plan, on_day, more);
  END IF;
  UPDATE plat.ledger AS l SET batch = number, written = clock_timestamp(),
      results = jsonb_build_object('used', used_before, 'fullInMs', full_in_ms)
    WHERE l.id = ledger RETURNING l.results INTO answer;
  RETURN answer;
END
$$;
