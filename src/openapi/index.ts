export { documentOf, type Listed } from './document.ts'
export { problemsPage } from './problems.ts'
export { referencePage } from './reference.ts'
export type { Alive, Usage } from './service-answers.ts'
