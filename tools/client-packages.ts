import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { zipFile } from '../test/ingest/zip-file.ts'
import { run } from './run.ts'

/** Packs both clients into a folder: a package for npm, and a wheel for pip. The program serves this folder. */
export function packClients(folder: string): void {
  mkdirSync(folder, { recursive: true })
  run('npm', ['pack', '--silent', '--pack-destination', resolve(folder)], 'client')
  const { file, bytes } = wheel()
  writeFileSync(join(folder, file), bytes)
}

/** Makes the wheel of the Python client in the format of PEP 427. */
function wheel(): { readonly file: string; readonly bytes: Buffer } {
  const { version, description, keywords } = JSON.parse(readFileSync('client/package.json', 'utf8')) as {
    readonly version: string
    readonly description: string
    readonly keywords: readonly string[]
  }
  const about = `plat_client-${version}.dist-info`
  const sources = readdirSync('client/python/plat_client').filter((name) => /\.(py|typed)$/.test(name))
  const metadata = [
    'Metadata-Version: 2.4',
    'Name: plat-client',
    `Version: ${version}`,
    `Summary: ${description}`,
    `Keywords: ${keywords.join(',')}`,
    'License-Expression: MIT',
    'License-File: LICENSE',
    'Requires-Python: >=3.11',
    'Description-Content-Type: text/markdown',
    '',
    readFileSync('client/python/README.md', 'utf8'),
  ]
  const files = [
    ...sources
      .sort()
      .map((name) => [`plat_client/${name}`, readFileSync(`client/python/plat_client/${name}`)] as const),
    [`${about}/METADATA`, Buffer.from(metadata.join('\n'))] as const,
    [
      `${about}/WHEEL`,
      Buffer.from('Wheel-Version: 1.0\nGenerator: plat\nRoot-Is-Purelib: true\nTag: py3-none-any\n'),
    ] as const,
    [`${about}/licenses/LICENSE`, readFileSync('LICENSE')] as const,
  ]
  const record = files.map(
    ([name, bytes]) => `${name},sha256=${createHash('sha256').update(bytes).digest('base64url')},${bytes.length}\n`,
  )
  const list = `${about}/RECORD`
  const members = [...files, [list, `${record.join('')}${list},,\n`] as const]
  return {
    file: `plat_client-${version}-py3-none-any.whl`,
    bytes: zipFile(members.map(([name, content]) => ({ name, content }))),
  }
}
