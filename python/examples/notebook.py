# %% [markdown]
# # Gradus in a notebook
#
# How hard is a puzzle to *prove*? This notebook rates a few puzzles, shows why one of them
# has its rating, and looks at the ratings of a sample. It was executed as it stands.

# %%
import gradus

puzzle = gradus.Puzzle("..345..8.4.6.........1...65.1.5.8.7....3...919...........8.....6....7.3...1.3..57")
puzzle

# %% [markdown]
# ## Ratings
#
# `te` is how deep Trial and Error must be nested; `w`, `b` and `gw` are the lengths of the
# longest whips, braids and g-whips that are needed.

# %%
gradus.rate(puzzle, "te,w,b,gw")

# %% [markdown]
# A rating comes with how far it is known.

# %%
gradus.rate(puzzle).w

# %% [markdown]
# ## Why
#
# A resolution path shows it: no step is longer than the rating. Each step draws the grid
# before it, with the candidates of its pattern.

# %%
path = gradus.explain(puzzle, "W")
longest = max(path.steps, key=lambda step: step.length)
longest

# %%
print(path)

# %% [markdown]
# An independent checker, which shares nothing with the search, replays the path.

# %%
path.check()

# %% [markdown]
# ## A sample
#
# Minimal puzzles of the top-down generator, rated on all cores. The generator has a bias of
# its own; see `docs/statistics.md` for samples whose bias is known.

# %%
table = gradus.classify(list(gradus.generate("top-down", count=2000, seed=1)), "te,w,b,gw")
table

# %%
table.histogram("w")

# %% [markdown]
# The table goes to whatever knows Arrow, here pyarrow.

# %%
import pyarrow

rated = pyarrow.table(table)
rated.group_by("te").aggregate([("clues", "mean"), ("clues", "count")]).sort_by("te").to_pylist()

# %% [markdown]
# ## Puzzles that are the same
#
# The canonical form is the same for all puzzles that differ only by a symmetry of the grid or
# the names of the digits.

# %%
gradus.canonical(puzzle)
