import { enableCompileCache } from 'node:module'
import { type MessagePort, workerData } from 'node:worker_threads'

/** Entry of the thread that answers operators; operators.ts starts it. */
enableCompileCache()
const { serveOperators } = await import('./operator-server.ts')
serveOperators(workerData as { port: MessagePort; readiness: SharedArrayBuffer }) // as operators.ts starts it
