export type { DuringRun, Jobs, Perform, RunFilter, UnderwayRun, WorkOptions } from './jobs.ts'
export type { NewRun, Run, RunHappening, RunProgress, RunState } from './run.ts'
export type { NewSchedule, Schedule, Schedules, Slot } from './schedules.ts'
