import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, closeSync, existsSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { ROOT } from '../e2e/program.ts'
import { freePort } from '../free-port.ts'
import { DEBIAN_POSTGRES_BIN } from '../needs.ts'

const DEPLOY = join(ROOT, 'deploy', 'cluster')
const PASSWORD = 'of the tests'
const HOST = '127.0.0.1'

/** Time limit in milliseconds for a server to start, or for a standby to catch up. */
const PATIENT_MS = 120_000

type Environment = Readonly<Record<string, string>>

/** A server of the cluster: a program that can be killed and started again with the same data. */
class Server {
  readonly #words: readonly [command: string, ...words: readonly string[]]
  readonly #environment: Environment
  readonly #logPath: string
  #child: ChildProcess | undefined

  constructor(words: readonly [string, ...string[]], environment: Environment, logPath: string) {
    this.#words = words
    this.#environment = environment
    this.#logPath = logPath
  }

  start(): void {
    const [command, ...words] = this.#words
    const log = openSync(this.#logPath, 'a')
    this.#child = spawn(command, words, {
      ...owner(),
      cwd: tmpdir(),
      env: { PATH: process.env.PATH, LC_ALL: 'C.UTF-8', ...this.#environment },
      stdio: ['ignore', log, log],
    })
    closeSync(log)
    this.#child.unref()
    process.once('exit', this.#end)
  }

  signal(name: NodeJS.Signals): void {
    this.#child?.kill(name)
  }

  /** Kills the program, as a power failure would. */
  async kill(): Promise<void> {
    process.off('exit', this.#end)
    const child = this.#child
    this.#child = undefined
    if (child === undefined || child.exitCode !== null) return
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    child.ref()
    await ended
  }

  readonly #end = (): void => {
    this.#child?.kill('SIGKILL')
  }
}

/** A database server: Patroni, and the PostgreSQL that Patroni starts. */
export class DatabaseServer {
  readonly name: string
  readonly port: number
  readonly #patroni: Server
  readonly #patroniPort: number
  readonly #folder: string

  constructor(
    name: string,
    ports: { readonly postgres: number; readonly patroni: number },
    own: { readonly folder: string; readonly etcd: string },
  ) {
    this.name = name
    this.port = ports.postgres
    this.#patroniPort = ports.patroni
    this.#folder = join(own.folder, name)
    const environment = {
      PATRONI_NAME: name,
      PATRONI_ETCD_HOSTS: own.etcd,
      PATRONI_RESTAPI_LISTEN: `${HOST}:${ports.patroni}`,
      PATRONI_RESTAPI_CONNECT_ADDRESS: `${HOST}:${ports.patroni}`,
      PATRONI_POSTGRESQL_LISTEN: `${HOST}:${ports.postgres}`,
      PATRONI_POSTGRESQL_CONNECT_ADDRESS: `${HOST}:${ports.postgres}`,
      PATRONI_POSTGRESQL_DATA_DIR: this.#folder,
      PATRONI_POSTGRESQL_BIN_DIR: DEBIAN_POSTGRES_BIN,
      PATRONI_POSTGRESQL_PGPASS: `${this.#folder}.pgpass`,
      PATRONI_SUPERUSER_USERNAME: 'postgres',
      PATRONI_SUPERUSER_PASSWORD: PASSWORD,
      PATRONI_REPLICATION_USERNAME: 'replicator',
      PATRONI_REPLICATION_PASSWORD: PASSWORD,
    }
    this.#patroni = new Server(['/usr/bin/patroni', join(DEPLOY, 'patroni.yaml')], environment, `${this.#folder}.log`)
  }

  start(): void {
    this.#patroni.start()
  }

  /** Kills Patroni and all processes of PostgreSQL. */
  async kill(): Promise<void> {
    const processes = this.#processes()
    await this.#patroni.kill()
    for (const pid of processes) signal(pid, 'SIGKILL')
    while (processes.some(isRunning)) await sleep(20)
  }

  /** Suspends all processes, to simulate a machine that hangs. */
  pause(): void {
    this.#patroni.signal('SIGSTOP')
    for (const pid of this.#processes()) signal(pid, 'SIGSTOP')
  }

  resume(): void {
    for (const pid of this.#processes()) signal(pid, 'SIGCONT')
    this.#patroni.signal('SIGCONT')
  }

  /** Whether Patroni reports this state, such as `primary` or `sync`. */
  async is(state: string): Promise<boolean> {
    const url = `http://${HOST}:${this.#patroniPort}/${state}`
    return fetch(url, { signal: AbortSignal.timeout(1000) })
      .then(({ ok }) => ok)
      .catch(() => false)
  }

  #processes(): readonly number[] {
    const path = join(this.#folder, 'postmaster.pid')
    if (!existsSync(path)) return []
    const postmaster = Number(readFileSync(path, 'utf8').split('\n')[0])
    const children = `/proc/${postmaster}/task/${postmaster}/children`
    if (!existsSync(children)) return []
    return [postmaster, ...readFileSync(children, 'utf8').trim().split(' ').filter(Boolean).map(Number)]
  }
}

/** The cluster of `docs/cluster.md` on one machine: three etcd servers, two database servers, and HAProxy. */
export class Cluster {
  readonly etcd: readonly Server[]
  readonly databases: readonly DatabaseServer[]
  readonly #proxy: Server
  readonly #ports: { readonly leader: number; readonly replicas: number }
  readonly #folder: string

  static async start(): Promise<Cluster> {
    const ports = await Promise.all(Array.from({ length: 12 }, () => freePort()))
    const cluster = new Cluster(ports)
    for (const each of cluster.etcd) each.start()
    const [one, two] = cluster.databases
    one?.start()
    await until(async () => (await one?.is('primary')) === true, 'the first database server leads')
    two?.start()
    cluster.#proxy.start()
    await cluster.whole()
    await cluster.direct(
      cluster.databases[0] as DatabaseServer,
      'postgres',
      `CREATE ROLE plat LOGIN PASSWORD '${PASSWORD}'`,
    )
    await cluster.direct(cluster.databases[0] as DatabaseServer, 'postgres', 'CREATE DATABASE plat OWNER plat')
    return cluster
  }

  private constructor(ports: readonly number[]) {
    const port = (index: number) => ports[index] ?? 0
    this.#folder = mkdtempSync(join(tmpdir(), 'plat-cluster-'))
    const { uid, gid } = owner()
    if (uid !== undefined && gid !== undefined) chownSync(this.#folder, uid, gid)
    const folder = this.#folder
    const members = ['one', 'two', 'three'].map((name, index) => ({
      name,
      peers: `http://${HOST}:${port(index * 2)}`,
      clients: `${HOST}:${port(index * 2 + 1)}`,
    }))
    const all = members.map(({ name, peers }) => `${name}=${peers}`).join(',')
    this.etcd = members.map(({ name, peers, clients }) => {
      const environment = {
        ETCD_NAME: name,
        ETCD_DATA_DIR: join(folder, `etcd-${name}`),
        ETCD_INITIAL_CLUSTER_TOKEN: 'plat',
        ETCD_ENABLE_V2: 'true',
        ETCD_INITIAL_CLUSTER: all,
        ETCD_LISTEN_PEER_URLS: peers,
        ETCD_INITIAL_ADVERTISE_PEER_URLS: peers,
        ETCD_LISTEN_CLIENT_URLS: `http://${clients}`,
        ETCD_ADVERTISE_CLIENT_URLS: `http://${clients}`,
      }
      return new Server(['/usr/bin/etcd'], environment, join(folder, `etcd-${name}.log`))
    })
    const etcd = members.map(({ clients }) => clients).join(',')
    this.databases = ['one', 'two'].map((name, index) => {
      const own = { postgres: port(6 + index * 2), patroni: port(7 + index * 2) }
      return new DatabaseServer(name, own, { folder, etcd })
    })
    this.#ports = { leader: port(10), replicas: port(11) }
    const environment = {
      LEADER_BIND: `${HOST}:${port(10)}`,
      REPLICAS_BIND: `${HOST}:${port(11)}`,
      ONE_HOST: HOST,
      ONE_POSTGRES: `${HOST}:${port(6)}`,
      ONE_PATRONI: String(port(7)),
      TWO_HOST: HOST,
      TWO_POSTGRES: `${HOST}:${port(8)}`,
      TWO_PATRONI: String(port(9)),
    }
    const words = ['/usr/sbin/haproxy', '-db', '-f', join(DEPLOY, 'haproxy.cfg')] as const
    this.#proxy = new Server([...words], environment, join(folder, 'haproxy.log'))
  }

  /** Settings of a node. */
  get settings(): Environment {
    const { leader, replicas } = this.#ports
    return { PLAT_DATABASE_URL: urlOf(leader), PLAT_DATABASE_READ_URL: urlOf(replicas) }
  }

  async leader(): Promise<DatabaseServer> {
    return this.#serverIn('primary')
  }

  async standby(): Promise<DatabaseServer> {
    return this.#serverIn('replica')
  }

  /** Resolves once one server is the primary, and the other server has every commit. */
  async whole(): Promise<void> {
    await this.#serverIn('primary')
    await this.#serverIn('sync')
  }

  /** Runs a statement on one server as the superuser, bypassing HAProxy. */
  async direct(
    server: DatabaseServer,
    database: string,
    statement: string,
  ): Promise<readonly Record<string, unknown>[]> {
    const client = new pg.Client({
      host: HOST,
      port: server.port,
      user: 'postgres',
      password: PASSWORD,
      database,
      connectionTimeoutMillis: 5000,
    })
    client.on('error', () => {}) // the server may be killed
    await client.connect()
    try {
      return (await client.query<Record<string, unknown>>(statement)).rows
    } finally {
      await client.end()
    }
  }

  async #serverIn(state: string): Promise<DatabaseServer> {
    let found: DatabaseServer | undefined
    await until(async () => {
      for (const each of this.databases) if (await each.is(state)) found = each
      return found !== undefined
    }, `a database server is ${state}`)
    return found as DatabaseServer
  }

  async remove(): Promise<void> {
    await this.#proxy.kill()
    for (const each of this.databases) await each.kill()
    for (const each of this.etcd) await each.kill()
    rmSync(this.#folder, { recursive: true, force: true })
  }
}

/** Options to run a program as the user of Debian's PostgreSQL, since PostgreSQL refuses to run as root. */
function owner(): { readonly uid?: number; readonly gid?: number } {
  if (process.getuid?.() !== 0) return {}
  return { uid: idOfPostgres('-u'), gid: idOfPostgres('-g') }
}

function idOfPostgres(flag: string): number {
  return Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
}

function urlOf(port: number): string {
  return `postgres://plat:${encodeURIComponent(PASSWORD)}@${HOST}:${port}/plat`
}

/** Waits until a condition is true. */
export async function until(isTrue: () => Promise<boolean>, what: string): Promise<void> {
  const endMs = performance.now() + PATIENT_MS
  while (!(await isTrue())) {
    if (performance.now() > endMs) throw new Error(`In time, it was not true that ${what}.`)
    await sleep(100)
  }
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

function isRunning(pid: number): boolean {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}
