import { writeFileSync } from 'node:fs'
import { isMainThread } from 'node:worker_threads'

// Preloaded: tells what the process has used, all of its threads together, when it ends.
const path = process.env.BENCH_USAGE
if (isMainThread && path !== undefined) {
  process.on('exit', () => writeFileSync(path, JSON.stringify(process.resourceUsage())))
}
