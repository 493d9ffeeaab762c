/**
 * A record's text as `json` that can be looked into. JSON writes a NUL and half a surrogate pair as escapes, and no text
 * of PostgreSQL holds either, so that `->>` fails for any field beside them: a replacement character stands for them, as
 * in what is stored of them elsewhere. `JSON.stringify` escapes nothing else by number but control characters.
 */
export const AS_JSON = `CREATE FUNCTION catalog.as_json(record text) RETURNS json
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN CASE WHEN strpos(record, '\\u') = 0 THEN record ELSE regexp_replace(
    replace(record, '\\\\', '\\u005c'), '\\\\u(0000|d[89a-f][0-9a-f]{2})', '\\ufffd', 'g') END::json;`
