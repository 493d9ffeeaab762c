export { prepareForAgents } from './answering/agents.ts'
export { Service } from './answering/service.ts'
export {
  closeTileFile,
  isTileFile,
  type OpenTileFile,
  openTileFile,
  TileFile,
  tileFileFault,
} from './content/tile-file.ts'
export { inheritedSockets, type WorkerSockets } from './listening/inherited.ts'
export {
  type Addresses,
  claimPorts,
  listen,
  PORTS_CAN_BE_SHARED,
  passedPorts,
  type Tried,
  tryPorts,
} from './listening/listen.ts'
export { Operators } from './listening/operators.ts'
export { makeLane, type ServiceLane } from './load/service-lane.ts'
export type { SlowCall } from './records/slow-call.ts'
export type { DataClocks } from './routes/area-days.ts'
export type { Hooks } from './routes/kept.ts'
export type { OperatorCaller, OperatorPages } from './routes/operator-gate.ts'
