import { writeFileSync } from 'node:fs'
import { isMainThread } from 'node:worker_threads'

// It is preloaded, and writes what the process and all of its threads have used when it ends.
const path = process.env.BENCH_USAGE
if (isMainThread && path !== undefined) {
  process.on('exit', () => writeFileSync(path, JSON.stringify(process.resourceUsage())))
}
