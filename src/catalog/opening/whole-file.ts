/** The catalog as a file of its data folder, for backups of the whole folder. */
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
