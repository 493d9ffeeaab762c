/** The types of the service's answers, which `npm run client` writes. */
export type * from '../../../client/src/generated/answers.ts'
