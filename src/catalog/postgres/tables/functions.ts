/**
 * Turns a stored record into JSON whose fields PostgreSQL can read. A record may contain escapes of NUL or of half a
 * surrogate pair. PostgreSQL's strings cannot contain such characters, so `->>` would fail; this function replaces the
 * escapes.
 */
export const AS_JSON = `CREATE FUNCTION catalog.as_json(record text) RETURNS json
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN CASE WHEN strpos(record, '\\u') = 0 THEN record ELSE regexp_replace(
    replace(record, '\\\\', '\\u005c'), '\\\\u(0000|d[89a-f][0-9a-f]{2})', '\\ufffd', 'g') END::json;`

/**
 * Whether a point lies in a ring by the even-odd rule, edges included, exactly as in `engine/predicates`. Computes with
 * exact decimals if doubles cannot decide. An edge is its low x, low y, high x, high y. `which` lists the positions
 * (from 0) of edges at the point's latitude, and perhaps of other edges. Only services with an older version of Plat
 * call this function.
 */
export const IN_RING = `CREATE FUNCTION catalog.in_ring(x float8, y float8, edges float8[], which int4[]) RETURNS boolean
  LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
  DECLARE
    inside boolean := false;
    at int4; low_x float8; low_y float8; high_x float8; high_y float8; turn float8; sure float8;
  BEGIN
    FOREACH at IN ARRAY which LOOP
      low_y := edges[at + 2];
      high_y := edges[at + 4];
      CONTINUE WHEN y < low_y OR y > high_y;
      low_x := edges[at + 1];
      high_x := edges[at + 3];
      CONTINUE WHEN x > low_x AND x > high_x;
      IF x < low_x AND x < high_x THEN turn := 1;
      ELSIF low_y = high_y THEN turn := 0;
      ELSE
        turn := (high_y - y) * (low_x - x) - (high_x - x) * (low_y - y);
        sure := abs(high_x - x) + abs(high_y - y) + abs(low_x - x) + abs(low_y - y);
        IF abs(turn) <= 2.2737367544323206e-13 * (sure + 2.2737367544323206e-13) THEN
          turn := sign((high_y::text::numeric - y::text::numeric) * (low_x::text::numeric - x::text::numeric)
            - (high_x::text::numeric - x::text::numeric) * (low_y::text::numeric - y::text::numeric));
        END IF;
      END IF;
      IF turn = 0 THEN RETURN true; END IF;
      IF turn > 0 AND y < high_y THEN inside := NOT inside; END IF;
    END LOOP;
    RETURN inside;
  END $$;`

/** SQL function that returns the code of a layer feature, as `regionCode` does. */
export const FEATURE_CODE = `CREATE FUNCTION catalog.feature_code(id text) RETURNS int8
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN ('x' || encode(substr(sha256('place'::bytea || '\\x00'::bytea || convert_to('layer/' || id, 'UTF8')
    || '\\x00'::bytea), 2, 7), 'hex'))::bit(56)::int8 & x'fffffffffffff'::int8;`
