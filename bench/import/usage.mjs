import { writeFileSync } from 'node:fs'
import { isMainThread } from 'node:worker_threads'

// Preloaded into a process: writes the resources used by all its threads when it ends.
const path = process.env.BENCH_USAGE
if (isMainThread && path !== undefined) {
  process.on('exit', () => writeFileSync(path, JSON.stringify(process.resourceUsage())))
}
