import { readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { CommandFault, EXIT } from '../../kit/base/failure.ts'
import { quote } from '../../kit/base/sentence.ts'
import type { Environment } from '../../kit/base/settings.ts'
import type { MappingNode } from '../ingest/mapping-node.ts'

/** A secret that is never printed. It is read only when needed. */
export interface Secret {
  /** Throws a CommandFault if the secret is missing. */
  read(): string
}

/** The configuration's path, and the environment variables. */
export interface Surroundings {
  readonly file: string
  readonly environment: Environment
}

/** Reads `{ env: RESO_TOKEN }` or `{ file: token.txt }`. Refuses a secret inside the configuration. */
export function readSecret(node: MappingNode, what: string, { file, environment }: Surroundings): Secret {
  if (!node.isMap) {
    return node.fail(
      `${what} must not be in this file: put it into a variable or another file, and write { env: NAME } or { file: PATH }.`,
    )
  }
  const { env, file: path } = node.keyed(what, ['env', 'file'])
  if ((env === undefined) === (path === undefined)) return node.fail(`${what} needs either env or file.`)
  if (env === undefined) return fromFile(resolve(dirname(file), (path ?? node).text(`file of ${what}`)), what)
  const name = env.text(`env of ${what}`)
  if (name.startsWith('PLAT_')) {
    return env.fail(`env of ${what} cannot be ${quote(name)}: names with PLAT_ are settings. Use another name.`)
  }
  return fromVariable(name, what, environment)
}

function fromVariable(name: string, what: string, environment: Environment): Secret {
  return { read: () => spoken(environment[name], what, `the variable ${name}`) }
}

function fromFile(path: string, what: string): Secret {
  return {
    read: () => {
      try {
        return spoken(readFileSync(path, 'utf8'), what, quote(path))
      } catch (error) {
        if (error instanceof CommandFault) throw error
        const { code } = error as NodeJS.ErrnoException
        throw new CommandFault(`Cannot read ${what} from ${quote(path)}: the system reports ${code}.`, EXIT.noInput)
      }
    },
  }
}

/** Refuses secrets that cannot be part of an HTTP header. */
function spoken(text: string | undefined, what: string, where: string): string {
  const secret = text?.trim() ?? ''
  if (/^[\u0021-\u007e]+$/.test(secret)) return secret
  const why = secret === '' ? 'is missing or empty' : 'is not one word of ASCII characters'
  throw new CommandFault(`Cannot read ${what} from ${where}: it ${why}.`, EXIT.noInput)
}
