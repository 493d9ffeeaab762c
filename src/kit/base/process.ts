/** Whether a process runs on this machine, under any user. `pid` must be a whole number above 0. */
export function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0) // signal 0 only checks that the process exists
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM' // `kill` throws only system errors
  }
}
