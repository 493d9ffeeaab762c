/**
 * Turns a stored record into JSON whose fields PostgreSQL can read. A record may contain escapes of NUL or of half a
 * surrogate pair. PostgreSQL's strings cannot contain such characters, so `->>` would fail; this function replaces the
 * escapes.
 */
export const AS_JSON = `CREATE FUNCTION catalog.as_json(record text) RETURNS json
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN CASE WHEN strpos(record, '\\u') = 0 THEN record ELSE regexp_replace(
    replace(record, '\\\\', '\\u005c'), '\\\\u(0000|d[89a-f][0-9a-f]{2})', '\\ufffd', 'g') END::json;`

/** SQL function that returns the code of a layer feature, as `regionCode` does. */
export const FEATURE_CODE = `CREATE FUNCTION catalog.feature_code(id text) RETURNS int8
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN ('x' || encode(substr(sha256('place'::bytea || '\\x00'::bytea || convert_to('layer/' || id, 'UTF8')
    || '\\x00'::bytea), 2, 7), 'hex'))::bit(56)::int8 & x'fffffffffffff'::int8;`
