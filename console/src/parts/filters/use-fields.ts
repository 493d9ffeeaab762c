import { useEffect, useState } from 'preact/hooks'
import { fieldsOf, type OperationField } from '../../service/operation-fields.ts'

/** Loads the parameters of an operation. If loading fails, the page works without filters. */
export function useFields(path: string): readonly OperationField[] {
  const [fields, setFields] = useState<readonly OperationField[]>([])
  useEffect(() => {
    let isOver = false
    fieldsOf(path).then(
      (found) => !isOver && setFields(found),
      () => {}, // ignored: the search itself shows why the service does not respond
    )
    return () => {
      isOver = true
    }
  }, [path])
  return fields
}
