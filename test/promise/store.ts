import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib'
import type { Recorded } from './recorded.ts'

/** A promised store: `folder`, a tar file of a data folder, or `database`, the SQL that restores a database. */
export type PromisedKind = 'folder' | 'database'

function pathOf(name: string): string {
  return new URL(name, import.meta.url).pathname
}

const WINDOW = { params: { [constants.BROTLI_PARAM_LGWIN]: 24 } }

export function writePromised(kind: PromisedKind, content: Uint8Array, recorded: Recorded): void {
  writeFileSync(pathOf(`${kind}.br`), brotliCompressSync(content, WINDOW))
  writeFileSync(pathOf(`${kind}-answers.json.br`), brotliCompressSync(JSON.stringify(recorded), WINDOW))
}

export function readPromised(kind: PromisedKind): { readonly content: Buffer; readonly recorded: Recorded } {
  const [content, recorded] = [`${kind}.br`, `${kind}-answers.json.br`].map((name) =>
    brotliDecompressSync(readFileSync(pathOf(name))),
  )
  assert(content !== undefined && recorded !== undefined)
  return { content, recorded: JSON.parse(recorded.toString()) as Recorded } // make.ts wrote it
}

/** Returns a tar file of a folder, without files that only say which process uses the folder. */
export function packed(folder: string): Buffer {
  const { stdout, status } = spawnSync('tar', ['-C', folder, '--exclude=*.lock', '-cf', '-', '.'], {
    maxBuffer: 2 ** 30,
  })
  assert.equal(status, 0)
  return stdout
}

export function unpack(content: Uint8Array, folder: string): void {
  mkdirSync(folder, { recursive: true })
  assert.equal(spawnSync('tar', ['-C', folder, '-xf', '-'], { input: content }).status, 0)
}
