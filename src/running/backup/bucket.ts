import { createWriteStream, mkdirSync, openAsBlob, readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { S3mini } from 's3mini'
import { CommandFault, EXIT } from '../../kit/base/failure.ts'
import { quote } from '../../kit/base/sentence.ts'
import { isKnownName } from './contents.ts'
import { MANIFEST } from './manifest.ts'

/** The beginning of every address in an S3-compatible store. */
const SCHEME = 's3://'

/** Matches the name of a backup in a store: its time in UTC. */
const NAME = /^\d{4}-\d{2}-\d{2}T\d{6}Z$/

export function isBucketAddress(text: string): boolean {
  return text.startsWith(SCHEME)
}

/** A place in an S3-compatible store. Each backup there is a folder named after its time. */
export class Bucket {
  readonly #store: S3mini
  /** The prefix of all objects in this place: empty, or ending with a slash. */
  readonly #prefix: string
  readonly #address: string
  /** The backup that the address names; undefined if the address names a folder of backups. */
  readonly #named: string | undefined
  readonly #signal: AbortSignal

  private constructor(store: S3mini, address: string, prefix: string, named: string | undefined, signal: AbortSignal) {
    this.#store = store
    this.#address = address
    this.#prefix = prefix
    this.#named = named
    this.#signal = signal
  }

  /**
   * Opens the place at an address such as `s3://BUCKET/PREFIX`. The standard variables `AWS_…` name the server and the
   * credentials. Throws a CommandFault if they are missing.
   */
  static async open(address: string, environment: NodeJS.ProcessEnv, signal: AbortSignal): Promise<Bucket> {
    const [bucket = '', ...path] = address.slice(SCHEME.length).split('/')
    const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = environment
    const region = environment.AWS_REGION ?? environment.AWS_DEFAULT_REGION ?? 'us-east-1'
    const server =
      environment.AWS_ENDPOINT_URL_S3 ?? environment.AWS_ENDPOINT_URL ?? `https://s3.${region}.amazonaws.com`
    if (!accessKeyId || !secretAccessKey || !/^[a-z0-9][a-z0-9.-]+$/.test(bucket) || !URL.canParse(server)) {
      throw new CommandFault(
        `For ${quote(address)}, set AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY and AWS_REGION, and AWS_ENDPOINT_URL_S3 for a server that is not Amazon's. The address has the form s3://BUCKET/PREFIX.`,
        EXIT.usage,
      )
    }
    const { S3mini } = await import('s3mini')
    const endpoint = `${server.replace(/\/$/, '')}/${bucket}`
    const stoppable: typeof fetch = (input, init) => fetch(input, { ...init, signal })
    const store = new S3mini({ accessKeyId, secretAccessKey, endpoint, region, fetch: stoppable })
    const steps = path.filter((step) => step !== '')
    const named = NAME.test(steps.at(-1) ?? '') ? steps.pop() : undefined
    return new Bucket(store, address, steps.map((step) => `${step}/`).join(''), named, signal)
  }

  /** Uploads a backup under the name of its time. Its manifest comes last, so that only complete backups have one. */
  async put(folder: string, began: string): Promise<string> {
    const name = `${began.slice(0, 19).replaceAll(':', '')}Z`
    await this.#tried('write', async () => {
      const files = readdirSync(folder).filter((file) => file !== MANIFEST)
      for (const file of [...files, MANIFEST]) {
        await this.#store.putAnyObject(`${this.#prefix}${name}/${file}`, await openAsBlob(join(folder, file)))
      }
    })
    return name
  }

  /**
   * Keeps the newest `count` complete backups, and removes all backups older than those, complete or not. Returns the
   * names of the removed backups.
   */
  async keepNewest(count: number): Promise<readonly string[]> {
    const all = await this.#files()
    const complete = [...all].filter(([, files]) => files.includes(MANIFEST)).map(([name]) => name)
    const oldestKept = complete.sort().at(-count)
    const removed = oldestKept === undefined ? [] : [...all.keys()].filter((name) => name < oldestKept)
    const keys = removed.flatMap((name) => (all.get(name) ?? []).map((file) => `${this.#prefix}${name}/${file}`))
    await this.#tried('write', () => this.#store.deleteObjects(keys))
    return removed
  }

  /**
   * Downloads a backup into a new folder: the one that the address names, or else the newest complete one. Returns its
   * name.
   */
  async get(folder: string): Promise<string> {
    const all = await this.#files()
    const complete = [...all.keys()].filter((name) => all.get(name)?.includes(MANIFEST)).sort()
    const name = this.#named ?? complete.at(-1)
    if (name === undefined || !complete.includes(name)) {
      const there = complete.length === 0 ? '' : ` Complete backups: ${complete.join(', ')}.`
      const what = name === undefined ? 'no complete backup' : `no complete backup ${name}`
      throw new CommandFault(`${quote(this.#address)} has ${what}.${there}`, EXIT.noInput)
    }
    mkdirSync(folder, { mode: 0o700 })
    const files = (all.get(name) ?? []).filter((file) => file === MANIFEST || isKnownName(file))
    await this.#tried('read', async () => {
      for (const file of files) {
        const answer = await this.#store.getObjectResponse(`${this.#prefix}${name}/${file}`)
        if (answer?.body == null) throw new Error(`${file} has disappeared`)
        const written = createWriteStream(join(folder, basename(file)), { mode: 0o600 })
        await pipeline(Readable.fromWeb(answer.body), written)
      }
    })
    return name
  }

  /** Returns the files of each backup in this place by the backup's name. */
  async #files(): Promise<ReadonlyMap<string, readonly string[]>> {
    const objects = await this.#tried('read', () => this.#store.listObjects('/', this.#prefix))
    if (objects === null) throw new CommandFault(`The store has no bucket for ${quote(this.#address)}.`, EXIT.noInput)
    const parts = objects.map(({ Key }) => Key.slice(this.#prefix.length).split('/'))
    const own = parts.filter(([name = '', ...rest]) => NAME.test(name) && rest.length === 1)
    const byName = Map.groupBy(own, ([name = '']) => name)
    return new Map([...byName].map(([name, all]) => [name, all.map(([, file = '']) => file)]))
  }

  async #tried<T>(verb: 'read' | 'write', action: () => Promise<T>): Promise<T> {
    try {
      return await action()
    } catch (error) {
      this.#signal.throwIfAborted()
      const why = error instanceof Error ? error.message : String(error)
      throw new CommandFault(`Cannot ${verb} ${quote(this.#address)}: ${why}.`, EXIT.io, { cause: error })
    }
  }
}
