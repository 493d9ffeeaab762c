export { type Listening, listen, type Origins } from './listen.ts'
export type { Pictures } from './routes.ts'
export { buildServer } from './server.ts'
export { AREAS, type Backend, Service, type ServiceParts } from './service.ts'
