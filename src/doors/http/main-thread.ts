// The exports for the main thread. They do not load the code that answers calls.

export {
  closeTileFile,
  isTileFile,
  type OpenTileFile,
  openTileFile,
  tileAttribution,
  tileFileFault,
} from './content/tile-file.ts'
export { inheritedSockets, type WorkerSockets } from './listening/inherited.ts'
export { Operators } from './listening/operators.ts'
export { baseAddress, claimPorts, localAddress, PORTS_CAN_BE_SHARED, tryPorts } from './listening/ports.ts'
export { makeLane, type ServiceLane } from './load/service-lane.ts'
