import { afterEach, beforeEach, suite } from 'node:test'
import { changeLogContract } from '../../../test/catalog/contract/change-log.ts'
import { changesContract } from '../../../test/catalog/contract/record-pages.ts'
import type { Backend } from '../../../test/catalog/contract.ts'
import { embeddedBackend } from '../../../test/catalog/embedded-backend.ts'

suite('the embedded backend keeps its contract over many random sequences of changes', () => {
  let backend: Backend
  beforeEach(() => {
    backend = embeddedBackend()
  })
  afterEach(() => backend.remove())

  changesContract(() => backend)
  changeLogContract(() => backend)
})
