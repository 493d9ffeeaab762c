import { CommandFault, EXIT } from '../base/failure.ts'

const NO_PREPARED =
  'is behind a pooler that loses prepared statements: use session pooling, or set max_prepared_statements (pgbouncer 1.21 or newer)'

/**
 * Messages for the server's errors, by SQLSTATE or by its first two characters, which name the class. See appendix A of
 * the PostgreSQL manual.
 */
const ANSWERS: Readonly<Record<string, readonly [what: string, exitCode: number]>> = {
  '28': ['refuses the user or the password: check both in PLAT_DATABASE_URL', EXIT.denied],
  '3D000': ['does not exist: create it first, or check its name in PLAT_DATABASE_URL', EXIT.noInput],
  '42501': [
    'does not let this user do that: make the user the owner of the database, or grant what docs/postgresql.md says',
    EXIT.denied,
  ],
  '25006': ['is a replica, which can only be read: use the address of the primary', EXIT.cannotWrite],
  '25P03': [
    'closed the connection because this process was idle for a minute: nothing was changed, start it again',
    EXIT.busy,
  ],
  '53300': [
    'has no connection left: raise max_connections there, or lower PLAT_DATABASE_CONNECTIONS on each node',
    EXIT.busy,
  ],
  '53100': ['has a full disk: nothing was changed', EXIT.cannotWrite],
  '53': ['is short of memory or another resource: try again', EXIT.busy],
  '55P03': ['is locked by another process: try again', EXIT.busy],
  '57014': ['took too long for a statement: try again', EXIT.busy],
  '57': ['is starting, stopping or failing over: try again in a moment', EXIT.busy],
  '08': ['lost the connection: try again', EXIT.busy],
  '40': ['rolled back the change because of a conflict with another change: try again', EXIT.busy],
  '58': ['had a disk error: see its log', EXIT.io],
  '26000': [NO_PREPARED, EXIT.usage],
  '42P05': [NO_PREPARED, EXIT.usage],
  startup: [
    'is behind a pooler that refuses Plat’s startup parameters: add statement_timeout and options to its ignore_startup_parameters',
    EXIT.usage,
  ],
}

/** Poolers use this code for all refusals. The message decides which entry of `ANSWERS` applies. */
const POOLER_CODE = '08P01'
const REFUSALS: readonly (readonly [RegExp, string])[] = [
  [/password authentication failed|SASL authentication failed/, '28'],
  [/^no such database/, '3D000'],
  [/^no more connections allowed/, '53300'],
  [/^unsupported startup parameter/, 'startup'],
]

/** Messages for failures of the connection, by Node's error codes. */
const ON_THE_WAY: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there',
  ECONNRESET: 'the connection was cut',
  EPIPE: 'the connection was cut',
  ENOTFOUND: 'no such host',
  EAI_AGAIN: 'the host name cannot be resolved now',
  ETIMEDOUT: 'it does not answer',
  EHOSTUNREACH: 'there is no route to the host',
  ENETUNREACH: 'there is no route to the host',
  ENOENT: 'there is no such socket file',
}

/** The message of `pg` if the server does not answer. */
export const SILENT = 'Query read timeout'
/** The message of `pg` if all connections are in use for too long, or if no connection can be opened. */
export const NO_CONNECTION = 'timeout exceeded when trying to connect'

/** Whether the server canceled a statement because it took too long. */
export function tookTooLong(error: unknown): boolean {
  return (causeOf(error) as { code?: unknown } | undefined)?.code === '57014'
}

function causeOf(error: unknown): Error | undefined {
  const cause = error instanceof CommandFault ? error.cause : error
  return cause instanceof Error ? cause : undefined
}

/** Messages of `pg` without a code, and the text to show instead. */
const SENTENCES: readonly (readonly [RegExp, string])[] = [
  [/^timeout exceeded when trying to connect/, 'no connection was free in time, or it does not answer'],
  [
    /^(Connection terminated|Query read timeout|timeout expired|Client has encountered a connection error)/,
    'the connection was cut, or it does not answer',
  ],
  [/^failure on connection marked as essential/, 'one of its workers does not answer'],
  [/^The server does not support SSL/, 'the address requires TLS, but the server has none'],
]

/** Node's error codes for failures of TLS and refused certificates. */
const TLS = /CERT|^UNABLE_TO_|^ERR_(TLS|SSL)_/
/** The message of `pg` if the server requires a password and the address has none. */
const NO_PASSWORD = /client password must be a/

/** Returns a one-sentence fault for a database that cannot be used; undefined if the error has another cause. */
export function databaseFault(error: unknown, name: string): CommandFault | undefined {
  if (error instanceof CommandFault || !(error instanceof Error)) return undefined
  const code = codeOf(error)
  const answer = ANSWERS[code] ?? (/^[0-9A-Z]{5}$/.test(code) ? ANSWERS[code.slice(0, 2)] : undefined)
  if (answer !== undefined) {
    const [what, exitCode] = answer
    return new CommandFault(`The database ${name} ${what}.`, exitCode, { cause: error })
  }
  if (NO_PASSWORD.test(error.message)) {
    return new CommandFault(`The database ${name} asks for a password: PLAT_DATABASE_URL has none.`, EXIT.denied, {
      cause: error,
    })
  }
  if (TLS.test(code)) {
    const what = `TLS with the database ${name} fails with ${code}: use the host name in its certificate, and add sslrootcert=FILE with the certificate of its authority to the address.`
    return new CommandFault(what, EXIT.denied, { cause: error })
  }
  const why = ON_THE_WAY[code] ?? SENTENCES.find(([pattern]) => pattern.test(error.message))?.[1]
  if (why === undefined) return undefined
  return new CommandFault(`The database ${name} cannot be reached: ${why}.`, EXIT.busy, { cause: error })
}

function codeOf(error: Error): string {
  const { code } = error as { code?: unknown }
  if (code === POOLER_CODE) return REFUSALS.find(([pattern]) => pattern.test(error.message))?.[1] ?? code
  return typeof code === 'string' ? code : firstCode(error)
}

/** The code of the first error, if several addresses of a host were tried. */
function firstCode(error: Error): string {
  const [first] = error instanceof AggregateError ? error.errors : []
  const { code } = (first ?? {}) as { code?: unknown } // anything can be thrown
  return typeof code === 'string' ? code : ''
}
