import assert from 'node:assert/strict'
import { type Inspection, inspectFile } from '../../src/intake/ingest/inspect.ts'
import { readMapping } from '../../src/intake/ingest/mapping.ts'
import { runImport } from '../../src/intake/ingest/run.ts'
import { loadGazetteer } from '../../src/places/regions/gazetteer.ts'
import { SourceTrial } from './source-rows.ts'
import { Trial } from './trial.ts'

const gazetteer = loadGazetteer()
const NOW_MS = Date.UTC(2026, 11, 1)

/** Inspects files, and imports them with the draft mappings that inspecting makes. */
export class DraftTrial {
  readonly files = new SourceTrial()
  readonly #trial = new Trial()

  inspect(file: string): Promise<Inspection> {
    return inspectFile(file, { gazetteer, nowMs: NOW_MS })
  }

  /** Imports a file with its own draft mapping, unchanged. */
  async imported(file: string) {
    const { draft, noDraft } = await this.inspect(file)
    assert.ok(draft, `no draft for ${file}: ${noDraft}`)
    const report = await runImport({
      files: [file],
      mapping: readMapping(draft.text, 'draft.yaml'),
      openWriter: () => this.#trial.openWriter(),
      gazetteer,
      clock: { now: () => NOW_MS },
      rejectsPath: this.#trial.rejectsPath,
    })
    return { draft, report, homes: [...this.#trial.homes.values()] }
  }

  remove(): void {
    this.files.remove()
    this.#trial.remove()
  }
}

/** Returns where each field of a draft comes from: a column, or `always` and a value. */
export function fieldsOf({ draft }: Pick<Inspection, 'draft'>): Record<string, string> {
  return Object.fromEntries(draft?.fields.map(({ field, from }) => [field, from]) ?? [])
}
