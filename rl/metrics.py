"""The one writer of a run's curves: TensorBoard events and `metrics.jsonl`, side by side.

Why not `torch.utils.tensorboard` or TensorBoard's own `EventFileWriter`: the first needs torch, and
both write from a thread into a file nobody can truncate. Here each record is written at once to
append-only files whose lengths a checkpoint can note (`offsets`), so a run killed at any instant
goes on from exactly there (`resume`): no gap, no step twice. A resumed run opens a further events
file, because a TensorBoard that is watching cannot follow a file that became shorter.

Record format: TensorBoard's `RecordWriter`; messages: `tensorboard.compat.proto`; histogram,
image, text and hyper-parameter layouts: the plugins of TensorBoard 2.21.
"""

from __future__ import annotations

import io
import json
import math
import os
import struct
import time
from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Any

import numpy as np

LINES_NAME = "metrics.jsonl"
EVENTS_PREFIX = "events.out.tfevents."
EVENTS_SUFFIX = ".crownhead"
HISTOGRAM_BINS = 64


class _AppendFile:
    """A file that only grows; what a full disk cut short raises an error that names it."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._file = path.open("ab", buffering=0)

    def write(self, data: bytes) -> None:
        view = memoryview(data)
        try:
            while view:
                view = view[self._file.write(view) :]
        except OSError as error:
            raise OSError(error.errno, error.strerror, str(self.path)) from error

    def sync(self) -> int:
        os.fsync(self._file.fileno())
        return self._file.tell()

    def close(self) -> None:
        self._file.close()


class Metrics:
    """Curves, pictures and texts of one run folder; goes on where its files end."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        folder.mkdir(parents=True, exist_ok=True)
        self._lines = _AppendFile(folder / LINES_NAME)
        self._events: _AppendFile | None = None
        self.damage: list[str] = []
        self._kept = {path.name: path.stat().st_size for path in _event_files(folder)}

    @classmethod
    def resume(cls, folder: Path, offsets: Mapping[str, int]) -> Metrics:
        """Cut every file of `folder` back to `offsets` and go on from there.

        A file that is shorter leaves a gap in the curves, which `damage` tells, a line each: no
        game, weight or decision depends on them.
        """
        folder.mkdir(parents=True, exist_ok=True)
        present = [path.name for path in (folder / LINES_NAME, *_event_files(folder))]
        lost = [_cut(folder / name, offsets.get(name, 0)) for name in sorted({*present, *offsets})]
        metrics = cls(folder)
        metrics.damage = [line for line in lost if line is not None]
        return metrics

    def scalar(self, tag: str, value: float, step: int) -> None:
        """Write one point of a curve, to both files; a NaN or infinite value is refused."""
        self.scalars({tag: value}, step)

    def scalars(self, values: Mapping[str, float], step: int) -> None:
        """Write one point for each of several curves."""
        from tensorboard.compat.proto.summary_pb2 import Summary

        now, lines = time.time(), []
        for tag, value in values.items():
            if not math.isfinite(value):
                raise ValueError(f"{tag}: expected a finite number at step {step}, got {value}")
            lines.append(_line(tag, float(value), step, now))
        summary = Summary(
            value=[Summary.Value(tag=tag, simple_value=value) for tag, value in values.items()]
        )
        self._write_summary(summary, step, now)
        self._lines.write("".join(lines).encode())

    def histogram(self, tag: str, values: np.ndarray, step: int) -> None:
        """Write the distribution of `values` (any shape, at least one)."""
        from tensorboard.compat.proto.summary_pb2 import HistogramProto, Summary

        flat = np.asarray(values, dtype=np.float64).reshape(-1)
        counts, edges = np.histogram(flat, bins=HISTOGRAM_BINS)
        histogram = HistogramProto(
            min=flat.min(),
            max=flat.max(),
            num=flat.size,
            sum=flat.sum(),
            sum_squares=float(flat @ flat),
            bucket_limit=edges[1:].tolist(),
            bucket=counts.tolist(),
        )
        self._write_summary(Summary(value=[Summary.Value(tag=tag, histo=histogram)]), step)

    def image(self, tag: str, png: bytes, step: int) -> None:
        """Write a picture given as the bytes of a PNG file."""
        from tensorboard.compat.proto.summary_pb2 import Summary

        width, height = struct.unpack(">II", png[16:24])
        picture = Summary.Image(height=height, width=width, colorspace=4, encoded_image_string=png)
        self._write_summary(Summary(value=[Summary.Value(tag=tag, image=picture)]), step)

    def text(self, tag: str, text: str, step: int) -> None:
        """Write a text, which TensorBoard shows as Markdown."""
        from tensorboard.compat.proto.summary_pb2 import Summary, SummaryMetadata
        from tensorboard.compat.proto.tensor_pb2 import TensorProto
        from tensorboard.compat.proto.tensor_shape_pb2 import TensorShapeProto

        plugin = SummaryMetadata(plugin_data=SummaryMetadata.PluginData(plugin_name="text"))
        tensor = TensorProto(
            dtype="DT_STRING",
            string_val=[text.encode()],
            tensor_shape=TensorShapeProto(dim=[TensorShapeProto.Dim(size=1)]),
        )
        value = Summary.Value(tag=f"{tag}/text_summary", metadata=plugin, tensor=tensor)
        self._write_summary(Summary(value=[value]), step)

    def hparams(
        self, values: Mapping[str, Any], results: Mapping[str, float], step: int = 0
    ) -> None:
        """Write the hyper-parameters of the run and name the scalars that judge it.

        `results` are written as scalars at `step`; the table in TensorBoard shows them.
        """
        for summary in _hparams_summaries(values, tuple(results)):
            self._write_summary(summary, 0)
        self.scalars(results, step)

    def offsets(self) -> dict[str, int]:
        """Force everything written so far to the disk and return the length of every file."""
        lengths = {LINES_NAME: self._lines.sync(), **self._kept}
        if self._events is not None:
            lengths[self._events.path.name] = self._events.sync()
        return lengths

    def close(self) -> None:
        """Close the files; what was written is kept, though only `offsets` forces it to disk."""
        self._lines.close()
        if self._events is not None:
            self._events.close()

    def _write_summary(self, summary: Any, step: int, now: float | None = None) -> None:
        from tensorboard.compat.proto.event_pb2 import Event

        wall_time = time.time() if now is None else now
        self._write_event(Event(wall_time=wall_time, step=step, summary=summary))

    def _write_event(self, event: Any) -> None:
        from tensorboard.compat.proto.event_pb2 import Event

        if self._events is None:
            name = _events_name(time.time(), self._kept)
            self._events = _AppendFile(self.folder / name)
            self._write_event(Event(wall_time=time.time(), file_version="brain.Event:2"))
        self._events.write(_record(event.SerializeToString()))


def _line(tag: str, value: float, step: int, now: float) -> str:
    record = {"step": step, "tag": tag, "value": value, "time": round(now, 3)}
    return json.dumps(record, allow_nan=False) + "\n"


def _record(data: bytes) -> bytes:
    from tensorboard.summary.writer.record_writer import RecordWriter

    buffer = io.BytesIO()
    RecordWriter(buffer).write(data)
    return buffer.getvalue()


def _events_name(now: float, others: Collection[str]) -> str:
    """Return a name that sorts behind all others: TensorBoard reads files in the order of names."""
    parts = [name.removeprefix(EVENTS_PREFIX).split(".") for name in others]
    latest = max((int(stamp) for stamp, *_ in parts if stamp.isdecimal()), default=0)
    numbers = [int(number) for _, number, *_ in parts if number.isdecimal()]
    number = max(numbers, default=-1) + 1  # not their count: some may have been removed
    return f"{EVENTS_PREFIX}{max(int(now), latest):010d}.{number:04d}{EVENTS_SUFFIX}"


def _event_files(folder: Path) -> list[Path]:
    """List the events written here; those of other programs are left alone."""
    return sorted(folder.glob(f"{EVENTS_PREFIX}*{EVENTS_SUFFIX}"))


def _cut(path: Path, length: int) -> str | None:
    """Cut a file back; of one that is shorter cut the record that it ends in, and say so."""
    size = path.stat().st_size if path.exists() else 0
    if size < length:
        if size and path.name == LINES_NAME:  # TensorBoard passes over half a record by itself
            os.truncate(path, path.read_bytes().rfind(b"\n") + 1)
        return f"{path}: expected at least {length} bytes of curves, got {size}; they have a gap"
    if size > length:
        os.truncate(path, length)
    if length == 0 and path.name != LINES_NAME:
        path.unlink(missing_ok=True)
    return None


def _hparams_summaries(values: Mapping[str, Any], results: tuple[str, ...]) -> list[Any]:
    from tensorboard.plugins.hparams import api_pb2, metadata, plugin_data_pb2

    start, infos = plugin_data_pb2.SessionStartInfo(), []
    for name, value in values.items():
        kind = _hparam_kind(value)
        setattr(start.hparams[name], f"{kind}_value", str(value) if kind == "string" else value)
        data_type = {"bool": "BOOL", "number": "FLOAT64", "string": "STRING"}[kind]
        infos.append(
            api_pb2.HParamInfo(name=name, type=api_pb2.DataType.Value(f"DATA_TYPE_{data_type}"))
        )
    scored = [api_pb2.MetricInfo(name=api_pb2.MetricName(tag=tag)) for tag in results]
    experiment = api_pb2.Experiment(hparam_infos=infos, metric_infos=scored)
    end = plugin_data_pb2.SessionEndInfo(status=api_pb2.Status.Value("STATUS_SUCCESS"))
    data = plugin_data_pb2.HParamsPluginData
    return [
        _hparams_summary(metadata.EXPERIMENT_TAG, data(experiment=experiment)),
        _hparams_summary(metadata.SESSION_START_INFO_TAG, data(session_start_info=start)),
        _hparams_summary(metadata.SESSION_END_INFO_TAG, data(session_end_info=end)),
    ]


def _hparams_summary(tag: str, content: Any) -> Any:
    from tensorboard.compat.proto.summary_pb2 import Summary, SummaryMetadata
    from tensorboard.plugins.hparams import metadata

    plugin = SummaryMetadata.PluginData(
        plugin_name=metadata.PLUGIN_NAME, content=content.SerializeToString()
    )
    value = Summary.Value(
        tag=tag, metadata=SummaryMetadata(plugin_data=plugin), tensor=metadata.NULL_TENSOR
    )
    return Summary(value=[value])


def _hparam_kind(value: Any) -> str:
    if isinstance(value, bool):
        return "bool"
    return "number" if isinstance(value, (int, float)) else "string"
