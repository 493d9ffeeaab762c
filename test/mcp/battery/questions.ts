import { figureQuestions } from './figure-questions.ts'
import { homeQuestions } from './home-questions.ts'
import { otherQuestions } from './other-questions.ts'
import type { Question } from './question.ts'
import { searchQuestions } from './search-questions.ts'
import type { Stage } from './stage.ts'

/** All questions, with answers from the records of a stage. */
export function questionsOn(stage: Stage): readonly Question[] {
  return [...searchQuestions(stage), ...figureQuestions(stage), ...homeQuestions(stage), ...otherQuestions(stage)]
}
