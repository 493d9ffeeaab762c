export { type Addresses, type Listening, listen, type Origins, tryPorts } from './listen.ts'
export type { Pictures } from './routes.ts'
export { buildServer } from './server.ts'
export { AREAS, type Backend, Service, type ServiceParts } from './service.ts'
