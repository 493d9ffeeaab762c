/** Of whoever changes the catalogue, among all that take advisory locks in a database. */
export const WRITER_LOCK = 0x506c_6177

export const CHANGED_BY_ANOTHER =
  'The catalogue is being changed by another process: wait until it has finished, then try again.'
