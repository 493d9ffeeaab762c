/** Lets backups copy the catalog's file. */
export {
  catalogFiles,
  changedMs,
  currentPath as catalogPath,
  isCatalogFile,
  putInForce,
  removeCatalog,
  syncFolder,
} from '../embedded/folder.ts'
export { CATALOG_FORMAT } from '../embedded/format.ts'
export { WriterLock } from '../embedded/lock.ts'
