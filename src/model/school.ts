import type { Point } from './home.ts'

export interface School {
  readonly schoolId: string
  /** Absent in records of older versions. */
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
