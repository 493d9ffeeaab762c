/** Whether a process of this machine runs, whoever started it. Ask only for a whole number above 0. */
export function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0) // asks, and ends nothing
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM' // the system's error
  }
}
