import { ScriptoriumError, shown, type VideoCall, type VideoProvider } from "../../kernel/index.js";

/** One provider out of several, each with the name that tasks call it by; without a name the first is asked. */
export function combineVideo(
  sources: readonly { readonly name: string; readonly provider: VideoProvider }[],
): VideoProvider {
  const of = ({ source }: VideoCall): VideoProvider => {
    const found = source === undefined ? sources[0] : sources.find(({ name }) => name === source);
    if (found !== undefined) return found.provider;
    const names = sources.map(({ name }) => `"${name}"`).join(", ");
    throw new ScriptoriumError(
      "bad-input",
      `The server has no video provider "${shown(source ?? "")}". Use one of ${names}.`,
      { field: "provider" },
    );
  };
  return {
    list: async (what, call) => await of(call).list(what, call),
    video: async (id, call) => await of(call).video(id, call),
    captions: async (video, track, call) => await of(call).captions(video, track, call),
    sources: () => sources.map(({ name }) => name),
  };
}
