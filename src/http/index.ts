export type { DataClocks } from './area-days.ts'
export type { ConsoleParts } from './console.ts'
export {
  type Addresses,
  claimPorts,
  type Listening,
  listen,
  type Origins,
  PORTS_CAN_BE_SHARED,
  tryPorts,
} from './listen.ts'
export type { OperatorCaller, OperatorPages } from './operator-gate.ts'
export { Operators } from './operators.ts'
export type { Readiness } from './readiness.ts'
export { AREAS, type Pictures } from './routes.ts'
export { buildServer } from './server.ts'
export { type Backend, Service, type ServiceParts } from './service.ts'
export { buryLane, makeLane, type ServiceLane } from './service-lane.ts'
export type { SlowCall } from './slow-call.ts'
export { closeTileFile, isTileFile, type OpenTileFile, openTileFile, TileFile, tileFileFault } from './tile-file.ts'
