/** Whether a process runs on this machine, under any user. The number must be a whole one above 0. */
export function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0) // asks, and ends nothing
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM' // the system's error
  }
}
