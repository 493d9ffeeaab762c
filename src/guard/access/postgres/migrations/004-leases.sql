-- Calls that each node may let through without asking, {node: [calls, until]}: they count as taken until it has used them
-- or handed them back. A node that is gone keeps its own from the others until then, and they count as used afterwards.
ALTER TABLE plat.rate ADD held jsonb NOT NULL DEFAULT '{}';
ALTER TABLE plat.rate ADD held_until_ms double precision NOT NULL DEFAULT 0;
-- Until then a node has had to refuse calls for want of a lease, and none is given ahead of calls.
ALTER TABLE plat.rate ADD short_until_ms double precision NOT NULL DEFAULT 0;

-- Takes what a node tells of the rates of keys, and leases to it what calls need and may need soon.
--
-- told: [{key, takenMs, requestsMs, missesMs, emptyMs, missesEmptyMs, intervalMs, kept, needed, ahead}]: what was taken,
--   the last of it at `takenMs`, in milliseconds until it is back; how long empty buckets take to be full, and one
--   request to be back; calls of its lease that the node keeps, calls that wait for more, and those that it expects.
--
-- Answers [{key, fullAtMs, missesFullAtMs, given, isShort}]: calls that are leased beyond those that were kept.
-- All nodes together never hold more than the bucket has.
CREATE FUNCTION plat.share_rates(node text, now_ms double precision, life_ms double precision, told jsonb) RETURNS jsonb
LANGUAGE plpgsql AS $$
DECLARE
  line record;
  bucket plat.rate;
  lease record;
  full_ms double precision;
  misses_full_ms double precision;
  leases jsonb;
  elsewhere double precision;
  free double precision;
  given double precision;
  short_ms double precision;
  answer jsonb := '[]';
BEGIN
  -- All nodes take keys in one order, so that no two wait for each other.
  FOR line IN
    SELECT * FROM jsonb_to_recordset(told) AS each(key text, "takenMs" double precision, "requestsMs" double precision,
      "missesMs" double precision, "emptyMs" double precision, "missesEmptyMs" double precision,
      "intervalMs" double precision, kept double precision, needed double precision, ahead double precision)
    ORDER BY key COLLATE "C"
  LOOP
    INSERT INTO plat.rate AS r (key_id, full_at_ms, misses_full_at_ms) VALUES (line.key, now_ms, now_ms)
      ON CONFLICT (key_id) DO UPDATE SET key_id = excluded.key_id RETURNING * INTO bucket;

    -- Never emptier than empty by what it was before, or a clock that was set back would close a key for long. Misses of
    -- calls that ran at the same time may owe as much again.
    full_ms := greatest(least(bucket.full_at_ms, now_ms + line."emptyMs"), line."takenMs") + line."requestsMs";
    misses_full_ms := greatest(least(bucket.misses_full_at_ms, now_ms + 2 * line."missesEmptyMs"), line."takenMs")
      + line."missesMs";

    leases := '{}';
    elsewhere := 0;
    FOR lease IN
      SELECT key, (value ->> 0)::double precision AS calls, (value ->> 1)::double precision AS until_ms
      FROM jsonb_each(bucket.held) WHERE key <> node
    LOOP
      IF lease.until_ms > now_ms THEN
        leases := leases || jsonb_build_object(lease.key, jsonb_build_array(lease.calls, lease.until_ms));
        elsewhere := elsewhere + lease.calls;
      ELSE
        full_ms := greatest(full_ms, lease.until_ms - life_ms) + lease.calls * line."intervalMs";
      END IF;
    END LOOP;

    free := floor((now_ms + line."emptyMs" - greatest(full_ms, now_ms)) / line."intervalMs" + 0.000001);
    free := greatest(0, free - elsewhere - line.kept);
    given := least(line.needed, free);
    short_ms := CASE WHEN given < line.needed THEN now_ms + 300 ELSE bucket.short_until_ms END;
    IF short_ms <= now_ms THEN
      given := given + least(line.ahead, floor((free - given) / 8));
    END IF;
    IF line.kept + given > 0 THEN
      leases := leases || jsonb_build_object(node, jsonb_build_array(line.kept + given, now_ms + life_ms));
    END IF;

    UPDATE plat.rate SET full_at_ms = full_ms, misses_full_at_ms = misses_full_ms, held = leases, short_until_ms = short_ms,
      held_until_ms = coalesce((SELECT max((value ->> 1)::double precision) FROM jsonb_each(leases)), 0)
      WHERE key_id = line.key;
    answer := answer || jsonb_build_object('key', line.key, 'fullAtMs', full_ms, 'missesFullAtMs', misses_full_ms,
      'given', given, 'isShort', short_ms > now_ms);
  END LOOP;
  RETURN answer;
END
$$;
