import { answerQuestions } from '../pinned.ts'
import { SqliteSearch } from '../sqlite/search.ts'
import { type InProcess, inProcess } from './in-process.ts'
import { CARDS } from './setting.ts'

export interface AskedSqlite extends InProcess {
  open(path: string): void
}

let search: SqliteSearch | undefined

function opened(): SqliteSearch {
  if (search === undefined) throw new Error('asked before it was opened')
  return search
}

const questions: AskedSqlite = {
  open(path) {
    search = new SqliteSearch(path, CARDS)
  },
  ...inProcess(opened),
}
answerQuestions({ ...questions }, () => search?.close())
