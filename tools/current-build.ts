import { spawnSync } from 'node:child_process'

/** Builds `dist/` if it does not match the sources. Ends the process if the build fails. */
export function ensureCurrentBuild(): void {
  const { stderr } = spawnSync('./plat', ['--version'], { encoding: 'utf8' })
  if (stderr !== '' && spawnSync(process.execPath, ['tools/build.ts'], { stdio: 'inherit' }).status !== 0)
    process.exit(1)
}
