import { writeFileSync } from 'node:fs'
import { isMainThread } from 'node:worker_threads'

// Preloaded into a process. When the process ends, writes the resources that its threads used.
const path = process.env.BENCH_USAGE
if (isMainThread && path !== undefined) {
  process.on('exit', () => writeFileSync(path, JSON.stringify(process.resourceUsage())))
}
