import { foldSegments } from '../../src/catalog/embedded/derive/fold.ts'
import { currentPath } from '../../src/catalog/embedded/folder.ts'
import { trialCards } from '../../test/catalog/trial.ts'
import { ALL_IN_ONE } from './segments.ts'

process.stdout.write('folding\n')
foldSegments({ path: currentPath(process.argv[2] ?? '') ?? '', cards: trialCards, policy: ALL_IN_ONE })
