import type { JsonObject } from "../values/json.js";
import type { CommonTaskData } from "./common-task-data.js";

/**
 * What is posted to tasks, by task type. The built-in types are in it; a host adds its own, so that the compiler checks
 * their data objects too:
 *
 *     declare module "scriptorium" {
 *       interface TaskTypes {
 *         wordcounter: { urlsFile: readonly string[] };
 *       }
 *     }
 */
// biome-ignore lint/suspicious/noEmptyInterface: the task types declare their members
export interface TaskTypes {}

/** A task type: one that TaskTypes knows, or any other name. */
export type TaskType = keyof TaskTypes | (string & {});

declare const TYPE: unique symbol;
/**
 * The id of a task: a plain text. Where the compiler knows the task's type it remembers it with the id, so that what is
 * posted to the id later is checked; any other text is the id of a task of unknown type.
 */
export type TaskId<Type extends string = string> = string & { readonly [TYPE]?: Type };

/** What may be posted to a task: for a type that TaskTypes knows any of its fields, for others any JSON object. */
export type TaskPost<Type extends string = string> = Type extends keyof TaskTypes
  ? Partial<TaskTypes[Type]> & CommonTaskData
  : JsonObject;

/**
 * The data object of a task: for a type that TaskTypes knows all of its fields, since each has a default, for others any
 * JSON object. A value that was posted past the compiler and fits no form is stored as it came; a run reports it.
 */
export type TaskData<Type extends string = string> = Type extends keyof TaskTypes
  ? Required<TaskTypes[Type]> & FilledCommonData & { readonly id: string; readonly type: string }
  : JsonObject;

/** The field without a default. */
type Undefaulted = "webhookInclude";
type FilledCommonData = Required<Omit<CommonTaskData, Undefaulted>> & Pick<CommonTaskData, Undefaulted>;
