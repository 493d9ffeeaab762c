import { useEffect, useState } from 'preact/hooks'
import { fieldsOf, type OperationField } from '../../service/operation-fields.ts'

/** The parameters of an operation. Filters can be set only once they are known; all else works without. */
export function useFields(path: string): readonly OperationField[] {
  const [fields, setFields] = useState<readonly OperationField[]>([])
  useEffect(() => {
    let isOver = false
    fieldsOf(path).then(
      (found) => !isOver && setFields(found),
      () => {}, // the search says why the service does not answer
    )
    return () => {
      isOver = true
    }
  }, [path])
  return fields
}
