import type { Point } from './home.ts'

export interface School {
  readonly schoolId: string
  /** Name of the record's source. Absent in old records, which were stored without a source. */
  readonly source?: string
  readonly name: string
  readonly level: 'Primary' | 'Elementary' | 'Middle' | 'High'
  /** `K-5` */
  readonly grades: string
  readonly type: 'Public' | 'Private' | 'Charter'
  readonly point: Point
  readonly city: string
  readonly state: string
  readonly district?: string
  /** 1 to 10. */
  readonly rating?: number
  readonly size?: number
  readonly studentsPerTeacher?: number
}
